import type { FormField } from './form.ts';

/** What is wrong with the date of a field. */
export type DateProblem =
  | { code: 'date' }
  | { code: 'too-early'; earliest: string }
  | { code: 'too-late'; latest: string };

/** Today, `2026-11-28`. Somewhere it may be another day than elsewhere: then `first` is the earlier one. */
export type Today = { first: string; last: string };

/** What `min` and `max` of a date may say: a date, `today`, or days before or after it. */
export const dateLimit = /^(?:\d{4}-\d{2}-\d{2}|today(?:[+-]\d{1,5})?)$/;

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The date where this code runs. */
export function localToday(now = new Date()): Today {
  const at = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
  return { first: isoDate(at.getTime()), last: isoDate(at.getTime()) };
}

/** The dates of all time zones, for a server that does not know the visitor's. */
export function todayAnywhere(now: number): Today {
  return { first: isoDate(now - 12 * hourMs), last: isoDate(now + 14 * hourMs) };
}

/** The limits of a field as dates. */
export function dateLimitsOf({ min, max }: Pick<FormField, 'min' | 'max'>, today: Today) {
  return { earliest: resolveDate(min, today.first), latest: resolveDate(max, today.last) };
}

export function dateProblem(
  text: string,
  field: Pick<FormField, 'min' | 'max'>,
  today: Today,
): DateProblem | undefined {
  if (!isDate(text)) return { code: 'date' };
  const { earliest, latest } = dateLimitsOf(field, today);
  if (earliest !== undefined && text < earliest) return { code: 'too-early', earliest };
  if (latest !== undefined && text > latest) return { code: 'too-late', latest };
  return undefined;
}

/** Whether a text is a day of the calendar: not the 30th of February. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && isoDate(Date.parse(text)) === text;
}

function resolveDate(limit: FormField['min'], today: string): string | undefined {
  if (typeof limit !== 'string' || !dateLimit.test(limit)) return undefined;
  const days = /^today(.*)$/.exec(limit)?.[1];
  return days === undefined ? limit : isoDate(Date.parse(today) + Number(days) * dayMs);
}

function isoDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
