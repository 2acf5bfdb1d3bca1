import { dayOf } from '../settings/index.ts';
import { startOfDay } from './days.ts';

/** How many days a range can have that ends now. 1: today. */
export const lastDays = [1, 7, 30, 90, 365] as const;

/** The last days, or from one day to another, both included: `{ from: '2026-11-01', to: '2026-11-30' }`. */
export type FunnelRange = { last: (typeof lastDays)[number] } | { from: string; to: string };

/** From a time on, until before another one. */
export type FunnelSpan = { from: string; to: string };

/** What the proxy keeps. */
export const maxDays = 400;
const dayMs = 86_400_000;

/** The days of a range: those that somebody wrote, or the last ones. */
export function daysOf(range: FunnelRange, now: number): { from: string; to: string } {
  if (!('last' in range)) return range;
  const first = new Date(now);
  first.setDate(first.getDate() - range.last + 1);
  return { from: dayOf(first), to: dayOf(new Date(now)) };
}

/** What is wrong with a range; empty if nothing is. */
export function rangeProblem(range: FunnelRange, now: number): string {
  const { from, to } = daysOf(range, now);
  const [start, end] = [startOfDay(from), startOfDay(to)];
  if (start === undefined || end === undefined) return 'Choose the first and the last day.';
  if (start > end) return 'The first day is after the last one.';
  if (start.getTime() > now) return 'These days have not begun yet.';
  return countDays(start, end) > maxDays ? `Choose at most ${maxDays} days.` : '';
}

/** The span of a range without a problem, in the operator's time zone. */
export function spanOf(range: FunnelRange, now: number): FunnelSpan {
  return shifted(range, now, 0);
}

/** As many days before, until the same time of the day; undefined if their numbers are no longer kept. */
export function spanBefore(range: FunnelRange, now: number): FunnelSpan | undefined {
  const { from, to } = daysOf(range, now);
  const [start, end] = [startOfDay(from), startOfDay(to)];
  if (start === undefined || end === undefined) return undefined;
  const span = shifted(range, now, -countDays(start, end));
  return Date.parse(span.from) < now - maxDays * dayMs ? undefined : span;
}

function shifted(range: FunnelRange, now: number, days: number): FunnelSpan {
  const { from, to } = daysOf(range, now);
  const start = startOfDay(from, days) ?? new Date(now);
  const end = startOfDay(to, days + 1) ?? new Date(now);
  const until = new Date(now);
  until.setDate(until.getDate() + days);
  return { from: start.toISOString(), to: (end < until ? end : until).toISOString() };
}

/** Both included. A day on which the clocks change is a day. */
function countDays(first: Date, last: Date): number {
  return Math.round((last.getTime() - first.getTime()) / dayMs) + 1;
}
