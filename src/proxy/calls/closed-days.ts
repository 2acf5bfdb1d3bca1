import { readOptions } from '../../options/index.ts';
import type { ClosedDays } from '../../protocol/index.ts';
import type { CallbackConfig } from '../config/form-schema.ts';
import type { ProxyConfig } from '../config/schema.ts';

/** The days on which a form calls nobody: its own, in the zone of its hours, and those of the whole site. */
export function callClosedDays({ widget }: Pick<ProxyConfig, 'widget'>, { closed = [] }: CallbackConfig): ClosedDays[] {
  const { hours } = readOptions({ proxy: widget, attributes: {}, overrides: {} }).options;
  const ofSite = hours?.closed?.map(({ from, to }) => ({ from, to, timeZone: hours.timeZone })) ?? [];
  return [...ofSite, ...closed.map(({ from, to }) => ({ from, to }))];
}
