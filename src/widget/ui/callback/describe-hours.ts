import type { Translator } from '../../../i18n/index.ts';
import { formatOpening } from '../header/format-opening.ts';
import type { CallOffer } from './call-offer.ts';
import { findCallDays, findWeekHours } from './call-times.ts';
import { formatWeekHours } from './format-call-times.ts';

/** Says when calls are placed, and when that starts, on the visitor's clock. Null if it is not known. */
export function describeHours(offer: CallOffer, { locale, t }: Translator, now = Date.now()): string | null {
  if (offer.hours === undefined || offer.zones.length === 0) return null;
  const visitorZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const next = findCallDays(offer, visitorZone, now)[0]?.times[0];
  if (next === undefined) return null;
  const hours = formatWeekHours(findWeekHours(offer, visitorZone, now), locale, visitorZone);
  return t('callHours', { hours, when: formatOpening(next, locale, now) });
}
