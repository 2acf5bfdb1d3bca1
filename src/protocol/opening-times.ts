export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/**
 * Opening hours as the functions here need them. Looser than the schema, because a public configuration may come from
 * another version.
 */
export type OpeningHours = { days: readonly string[]; from: string; to: string };

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
  // "Mon 09:30", in some browsers with a comma.
  const text = format.format(at);
  return { day: text.slice(0, 3).toLowerCase(), time: text.slice(-5) };
}
