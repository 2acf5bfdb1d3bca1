import { readOptions } from '../../options/index.ts';
import type { ClosedDays } from '../../protocol/opening-times.ts';
import type { CallbackConfig } from '../config/form-schema.ts';
import type { ProxyConfig } from '../config/schema.ts';

/** The days on which forms call nobody: those of the whole site, and a form's own, in the zone of its hours. */
export function createClosedDays({ widget }: Pick<ProxyConfig, 'widget'>): (callback: CallbackConfig) => ClosedDays[] {
  const { hours } = readOptions({ proxy: widget, attributes: {}, overrides: {} }).options;
  const ofSite = hours?.closed?.map(({ from, to }) => ({ from, to, timeZone: hours.timeZone })) ?? [];
  return ({ closed = [] }) => [...ofSite, ...closed.map(({ from, to }) => ({ from, to }))];
}
