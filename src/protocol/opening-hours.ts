import * as z from 'zod/mini';

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const timeOfDay = z
  .string({ error: 'must be a time such as 09:00' })
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, { error: 'must be a time such as 09:00' }));

const weekday = z.enum(weekdays, { error: `must be one of ${weekdays.join(', ')}` });

/** Hours on these days, such as from `09:00` to `17:00`. `24:00` is the end of a day. */
export const openingHours = z
  .strictObject(
    {
      /** `sun`, `mon`, `tue`, `wed`, `thu`, `fri`, `sat`. */
      days: z.array(weekday, { error: 'must be a list of days' }).check(z.minLength(1)),
      /** Time such as `09:00`. */
      from: timeOfDay,
      /** Time after `from`; `24:00` is the end of a day. */
      to: timeOfDay,
    },
    { error: 'must be opening hours, { days, from, to }' },
  )
  .check(z.refine(({ from, to }) => from < to, { error: 'must open before it closes', path: ['to'] }));

/**
 * Opening hours as the functions below need them. Looser than the schema, because a public configuration may come from
 * another version.
 */
export type OpeningHours = { days: readonly string[]; from: string; to: string };

const zoneError = 'must be an IANA zone name, such as America/New_York';
export const timeZone = z.string({ error: zoneError }).check(z.refine(isTimeZone, { error: zoneError }));

/** Whether `at` is within the hours in every zone. False without zones, because the local time is unknown. */
export function isOpen(hours: readonly OpeningHours[], zones: readonly string[], at: number): boolean {
  return zones.length > 0 && zones.every((zone) => isOpenIn(hours, zone, at));
}

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

/** When the hours begin next, after the current minute. */
export function nextOpening(hours: readonly OpeningHours[], zone: string, at: number): number {
  const now = minuteOfWeek(localTime(zone, at));
  const openings = hours.flatMap(({ days, from }) => days.map((day) => minuteOfWeek({ day, time: from })));
  const wait = Math.min(...openings.map((opening) => minutesUntil(opening, now) || weekMinutes));
  const opening = (Math.floor(at / minuteMs) + wait) * minuteMs;
  // If the clocks change before the opening, it is an hour earlier or later.
  const late = minutesUntil(minuteOfWeek(localTime(zone, opening)), (now + wait) % weekMinutes);
  const corrected = opening - (late > weekMinutes / 2 ? late - weekMinutes : late) * minuteMs;
  // The change may skip this time of day.
  return isOpenIn(hours, zone, corrected) ? corrected : opening;
}

function minutesUntil(minute: number, now: number): number {
  return (minute - now + weekMinutes) % weekMinutes;
}

function minuteOfWeek({ day, time }: { day: string; time: string }): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const names: readonly string[] = weekdays;
  return names.indexOf(day) * dayMinutes + hour * 60 + minute;
}

/** The time zones of a country. */
export function zonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`);
  // ES2024's Intl.Locale Info, which TypeScript does not know yet and some runtimes offer as a getter only.
  const zones: unknown =
    'getTimeZones' in locale && typeof locale.getTimeZones === 'function'
      ? locale.getTimeZones()
      : 'timeZones' in locale && locale.timeZones;
  return Array.isArray(zones) ? zones.filter((zone) => typeof zone === 'string') : [];
}

function isOpenIn(hours: readonly OpeningHours[], zone: string, at: number): boolean {
  const { day, time } = localTime(zone, at);
  return hours.some(({ days, from, to }) => days.includes(day) && from <= time && time < to);
}

function localTime(zone: string, at: number): { day: string; time: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const named = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = weekdays.find((name) => named.get('weekday')?.toLowerCase().startsWith(name)) ?? '';
  return { day, time: `${named.get('hour')}:${named.get('minute')}` };
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
