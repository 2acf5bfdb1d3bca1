import { systemClock } from '../../../clock.ts';
import type { Translator } from '../../../i18n/index.ts';
import { formatOpening } from '../header/format-opening.ts';
import type { CallOffer } from './call-offer.ts';
import { type DayHours, findCallDays, findWeekHours } from './call-times.ts';

/** The time zones in which a time is shown: the visitor's, and the callee's if it differs. */
export type CallClocks = Pick<CallOffer, 'countryZones' | 'likelyZone'> & { locale: string; visitorZone: string };

const hourAndMinute = { hour: 'numeric', minute: '2-digit' } as const;

/** Says when calls are placed, and when that starts, on the visitor's clock. Null if it is not known. */
export function describeHours(offer: CallOffer, { locale, t }: Translator, now = systemClock.now()): string | null {
  if (offer.hours === undefined || offer.zones.length === 0) return null;
  const visitorZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const next = findCallDays(offer, visitorZone, now)[0]?.times[0];
  if (next === undefined) return null;
  const hours = formatWeekHours(findWeekHours(offer, visitorZone, now), locale, visitorZone);
  return t('callHours', { hours, when: formatOpening(next, locale, now) });
}

/** Formats weekdays and hours: `Mon–Fri 9:00 AM–5:00 PM`. */
export function formatWeekHours(days: readonly DayHours[], locale: string, timeZone: string): string {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone });
  const weekdayNumber = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone });
  const time = new Intl.DateTimeFormat(locale, { ...hourAndMinute, timeZone });
  const order = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const groups: { hours: string; first: number; last: number; lastIndex: number }[] = [];
  const sorted = days
    .map(({ at, spans }) => ({
      at,
      index: order.indexOf(weekdayNumber.format(at)),
      hours: spans.map(({ from, to }) => `${time.format(from)}–${time.format(to)}`).join(', '),
    }))
    .toSorted((a, b) => a.index - b.index);
  for (const { at, index, hours } of sorted) {
    const group = groups.at(-1);
    if (group?.hours === hours && group.lastIndex === index - 1) Object.assign(group, { last: at, lastIndex: index });
    else groups.push({ hours, first: at, last: at, lastIndex: index });
  }
  return groups
    .map(({ hours, first, last }) => {
      const names = [...new Set([weekday.format(first), weekday.format(last)])];
      return `${names.join('–')} ${hours}`;
    })
    .join(', ');
}

/** `Mon, Nov 23` */
export function formatDay(at: number, { locale, visitorZone }: CallClocks): string {
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  return new Intl.DateTimeFormat(locale, { ...day, timeZone: visitorZone }).format(at);
}

/** The visitor's time zone: `Pacific Time`. */
export function formatZone(at: number, { locale, visitorZone }: CallClocks): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: visitorZone, timeZoneName: 'longGeneric' });
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? visitorZone;
}

/** `9:00 AM`, or `3:00 PM (9:00 AM EST)` if the callee's clock differs. A time that occurs twice gets its zone. */
export function formatTimes(times: readonly number[], clocks: CallClocks): { at: number; text: string }[] {
  const { locale, visitorZone } = clocks;
  const time = new Intl.DateTimeFormat(locale, { ...hourAndMinute, timeZone: visitorZone });
  const timeWithZone = new Intl.DateTimeFormat(locale, {
    ...hourAndMinute,
    timeZone: visitorZone,
    timeZoneName: 'short',
  });
  const calleeZone = findCalleeZone(times[0] ?? 0, clocks);
  const calleeTime =
    calleeZone === undefined
      ? undefined
      : new Intl.DateTimeFormat(locale, { ...hourAndMinute, timeZone: calleeZone, timeZoneName: 'short' });
  const texts = times.map((at) => time.format(at));
  return times.map((at, index) => {
    const text = texts[index] ?? '';
    // When the clocks go back, one hour occurs twice.
    const isRepeated = texts.indexOf(text) !== texts.lastIndexOf(text);
    const visitorText = isRepeated ? timeWithZone.format(at) : text;
    return { at, text: calleeTime === undefined ? visitorText : `${visitorText} (${calleeTime.format(at)})` };
  });
}

/** Returns the time zone of the phone, if it is known and its time differs from the visitor's. */
function findCalleeZone(at: number, { visitorZone, countryZones, likelyZone }: CallClocks): string | undefined {
  const clock = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { ...hourAndMinute, day: 'numeric', timeZone }).format(at);
  const times = new Set(countryZones.map(clock));
  // If the phone may be in the visitor's zone, it is assumed to be there. A country with several times has a likely one.
  if (times.has(clock(visitorZone))) return undefined;
  return times.size === 1 ? countryZones[0] : likelyZone;
}
