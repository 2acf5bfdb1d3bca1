import { type ClosedDays, type OpeningHours, weekdays } from '../../../protocol/opening-times.ts';

/** When calls are placed: within the hours in all zones, or without hours at any time; and on no closed day. */
export type CallTimes = {
  hours: readonly OpeningHours[] | undefined;
  closed?: readonly ClosedDays[];
  zones: readonly string[];
};

/** A day in the visitor's time zone with its times, in milliseconds. */
export type CallDay = { date: string; times: number[] };

/** The spans of a day in the visitor's time zone in which calls are placed, in milliseconds. */
export type DayHours = { at: number; spans: { from: number; to: number }[] };

const minuteMs = 60_000;
const slotMs = 30 * minuteMs;
const dayMs = 24 * 60 * minuteMs;

/** Finds the half hours of the next seven days for which a call can be planned, by day. */
export function findCallDays(times: CallTimes, visitorZone: string, now: number): CallDay[] {
  const days = new Map<string, number[]>();
  const localTime = createLocalTime(visitorZone, now, now + 7 * dayMs);
  for (const at of findSlots(times, localTime, now, now + 7 * dayMs)) {
    const date = dateOf(localTime(at));
    days.set(date, [...(days.get(date) ?? []), at]);
  }
  return [...days].map(([date, found]) => ({ date, times: found }));
}

/** Finds the hours on each of the visitor's next seven days, starting tomorrow. Omits days without hours. */
export function findWeekHours(times: CallTimes, visitorZone: string, now: number): DayHours[] {
  const localTime = createLocalTime(visitorZone, now, now + 9 * dayMs);
  const dayNumber = (at: number) => Math.floor(localTime(at) / dayMs) - Math.floor(localTime(now) / dayMs);
  const days = new Map<number, DayHours>();
  for (const at of findSlots(times, localTime, now, now + 9 * dayMs)) {
    const number = dayNumber(at);
    if (number < 1 || number > 7) continue;
    const day = days.get(number) ?? { at, spans: [] };
    const last = day.spans.at(-1);
    if (last?.to === at) last.to = at + slotMs;
    else day.spans.push({ from: at, to: at + slotMs });
    days.set(number, day);
  }
  return [...days.values()];
}

/** Finds the half hours on the visitor's clock after `from`. */
function findSlots(times: CallTimes, localTime: LocalTime, from: number, to: number): number[] {
  const isOpen = createHoursCheck(times, from, to);
  const offset = localTime(from) - from;
  const slots: number[] = [];
  const first = (Math.floor((from + offset) / slotMs) + 1) * slotMs - offset;
  for (let at = first; at <= to; at += slotMs) if (isOpen(at)) slots.push(at);
  return slots;
}

function createHoursCheck(times: CallTimes, from: number, to: number): (at: number) => boolean {
  const isClosed = createClosedCheck(times, from, to);
  const { hours, zones } = times;
  if (hours === undefined) return (at) => !isClosed(at);
  // Many zones of a country have the same time. One of each kind is enough.
  const clocks = new Map<string, LocalTime>();
  for (const zone of zones) {
    const localTime = createLocalTime(zone, from, to);
    clocks.set(`${localTime(from)} ${localTime(to)}`, localTime);
  }
  return (at) =>
    !isClosed(at) &&
    [...clocks.values()].every((localTime) => {
      const local = new Date(localTime(at));
      const [day, time] = [weekdays[local.getUTCDay()] ?? '', local.toISOString().slice(11, 16)];
      return hours.some((open) => open.days.includes(day) && open.from <= time && time < open.to);
    });
}

function createClosedCheck({ closed = [], zones }: CallTimes, from: number, to: number): (at: number) => boolean {
  const days = closed.flatMap((entry) =>
    (entry.timeZone === undefined ? zones : [entry.timeZone]).map((zone) => ({ ...entry, zone })),
  );
  const clocks = new Map(days.map(({ zone }) => [zone, createLocalTime(zone, from, to)]));
  return (at) =>
    days.some((entry) => {
      const date = dateOf(clocks.get(entry.zone)?.(at) ?? at);
      return entry.from <= date && date <= entry.to;
    });
}

/** The time on the clocks of a zone, in milliseconds as if the zone were UTC. */
type LocalTime = (at: number) => number;

/** Formatting every time would be slow, so the offset is read once, unless the clocks change between `from` and `to`. */
function createLocalTime(zone: string, from: number, to: number): LocalTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const readOffset = (at: number) => {
    const fields = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const read = (name: Intl.DateTimeFormatPartTypes) => fields.get(name) ?? 0;
    const local = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'));
    return local - Math.floor(at / minuteMs) * minuteMs;
  };
  const offset = readOffset(from);
  return offset === readOffset(to) ? (at) => at + offset : (at) => at + readOffset(at);
}

function dateOf(localTime: number): string {
  return new Date(localTime).toISOString().slice(0, 10);
}
