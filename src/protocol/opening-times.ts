const minuteMs = 60_000;

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/**
 * Opening hours as the functions here need them. Looser than the schema, because a public configuration may come from
 * another version.
 */
export type OpeningHours = { days: readonly string[]; from: string; to: string };

/** Days without hours, `from` and `to` included, in the zone of the hours, or in one of their own. */
export type ClosedDays<Text = unknown> = {
  from: string;
  to: string;
  timeZone?: string | undefined;
  text?: Text | undefined;
};

/** Whether `at` is within the hours in every zone, and on no closed day of one. False without zones, because the local time is unknown. */
export function isOpen(
  hours: readonly OpeningHours[],
  zones: readonly string[],
  at: number,
  closed: readonly ClosedDays[] = [],
): boolean {
  return (
    zones.length > 0 &&
    zones.every((zone) => isOpenIn(hours, zone, at)) &&
    closedDaysAt(closed, zones, at) === undefined
  );
}

/** The entry that closes this time, in any of the zones. */
export function closedDaysAt<Entry extends ClosedDays>(
  closed: readonly Entry[],
  zones: readonly string[],
  at: number,
): Entry | undefined {
  if (closed.length === 0) return undefined;
  const dates = new Map<string, string>();
  const dateIn = (zone: string) => {
    const date = dates.get(zone) ?? localDate(zone, at);
    dates.set(zone, date);
    return date;
  };
  return closed.find(({ from, to, timeZone }) =>
    (timeZone === undefined ? zones : [timeZone]).some((zone) => from <= dateIn(zone) && dateIn(zone) <= to),
  );
}

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

/** When the hours begin next, after the current minute, on a day that is not closed. */
export function nextOpening(
  hours: readonly OpeningHours[],
  zone: string,
  at: number,
  closed: readonly ClosedDays[] = [],
): number {
  let opening = nextWeeklyOpening(hours, zone, at);
  // Each entry takes a few steps to its last day, and through the openings of that day.
  for (let steps = closed.length * (hours.length + 3); steps > 0; steps -= 1) {
    const days = closedDaysAt(closed, [zone], opening);
    if (days === undefined) break;
    // To the last closed day, where the clocks may have changed; never beyond its end.
    const rest = Date.parse(days.to) - Date.parse(localDate(days.timeZone ?? zone, opening)) - changeMs;
    opening = nextWeeklyOpening(hours, zone, Math.max(opening, opening + rest));
  }
  return opening;
}

/** As much as clocks are ever changed at once. */
const changeMs = 3 * 60 * minuteMs;

function nextWeeklyOpening(hours: readonly OpeningHours[], zone: string, at: number): number {
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

/** The date on the calendars of a zone: `2026-12-24`. */
function localDate(zone: string, at: number): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
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
