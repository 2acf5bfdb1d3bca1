import { weekdays } from '../protocol/opening-times.ts';
import type { Json, JsonObject } from './json-schema.ts';
import { objectValue } from './schema-values.ts';

export type Span = { from: string; to: string };

/** The days as people read a week: it begins on Monday. */
export const weekOrder: readonly (typeof weekdays)[number][] = [...weekdays.slice(1), ...weekdays.slice(0, 1)];

/** The hours of each day, from entries that may be for several days. */
export function weekOf(open: Json | undefined): Record<string, Span[]> {
  const entries = Array.isArray(open) ? open.map(objectValue) : [];
  return Object.fromEntries(
    weekOrder.map((day) => [
      day,
      entries
        .filter(({ days }) => Array.isArray(days) && days.includes(day))
        .map(({ from, to }) => ({ from: textOf(from), to: textOf(to) }))
        .sort((a, b) => (a.from < b.from ? -1 : 1)),
    ]),
  );
}

/** The entries of a week: days with the same hours share one. */
export function entriesOf(week: Readonly<Record<string, readonly Span[]>>): JsonObject[] {
  const entries = new Map<string, JsonObject & { days: string[] }>();
  for (const day of weekOrder) {
    for (const { from, to } of week[day] ?? []) {
      const entry = entries.get(`${from} ${to}`) ?? { days: [], from, to };
      entry.days.push(day);
      entries.set(`${from} ${to}`, entry);
    }
  }
  return [...entries.values()];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
