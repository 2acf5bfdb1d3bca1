import { otherValue } from '../../record-fields.ts';
import type { SqlType, Transaction } from '../sql.ts';
import type { StoreContext } from '../store-context.ts';
import { conditions } from './conditions.ts';

/** What a counter belongs to, besides its time and the form. Each visit counts once per page, variant, field and step. */
export type FunnelDimension = 'page' | 'variant' | 'field' | 'step';

/** Whether its values come from the configuration, so that nobody can invent any. */
export function isOfForm(dimension: FunnelDimension): dimension is 'field' | 'step' {
  return dimension === 'field' || dimension === 'step';
}

/**
 * Something that happened `n` times within a quarter of an hour, which begins at `hour` in milliseconds. Days begin at a quarter
 * in every time zone, also in those of half an hour. The column is older than that.
 */
export type FunnelCount = {
  hour: number;
  form: string;
  dimension: FunnelDimension;
  value: string;
  stage: string;
  n: number;
};

export type FunnelQuery = {
  /** From the quarter of an hour that contains this time. */
  from: number;
  to: number;
  /** @default all forms */
  form?: string | undefined;
  dimension: FunnelDimension;
  /** By what the counters are summed up. */
  by: 'value' | 'time';
};

/** `value` is the time, in milliseconds, where the counters are summed up by it. */
export type FunnelSum = { form: string; value: string; stage: string; n: number };

export const quarterMs = 900_000;

/**
 * How many pages and variants of a day are counted apart, besides those that the configuration names and the pages that most
 * visitors of the day before were on: whoever invents names hides no others.
 */
const maxValuesPerDay = { page: 100, variant: 20 };
const maxSettledPages = 50;

/** What is always counted apart: paths, and variants as `experiment=variant`. */
export type NamedValues = Readonly<Record<'page' | 'variant', readonly string[]>>;
export const nothingNamed: NamedValues = { page: [], variant: [] };

/** The same for all counts of one counter. */
export function counterKey({ hour, form, dimension, value, stage }: FunnelCount): string {
  return [hour, form, dimension, value, stage].join('\0');
}

const dayMs = 86_400_000;

const columns = {
  hour: 'integer',
  form: 'text',
  dimension: 'text',
  value: 'text',
  stage: 'text',
  n: 'integer',
} as const satisfies Record<keyof FunnelCount, SqlType>;

/** The part of the store that counts what visitors do. Nothing in it belongs to one visitor. */
export function createFunnel({ database, dashboard }: StoreContext) {
  const upsert = database.dialect.insertRows(
    'funnel',
    columns,
    'ON CONFLICT (hour, form, dimension, value, stage) DO UPDATE SET n = funnel.n + excluded.n',
  );
  /** The values of the latest days, so that most batches need not look. */
  let knownDays = new Map<string, DayValues>();

  const readValues = async (tx: Transaction, { hour, dimension }: FunnelCount, named: ReadonlySet<string>) => {
    const day = startOfDay(hour);
    const settled =
      dimension === 'page'
        ? await tx.all(
            `SELECT value, sum(n) AS n FROM funnel WHERE hour >= $1 AND hour < $2 AND dimension = $3 AND value <> $4
             GROUP BY value ORDER BY n DESC, value LIMIT ${maxSettledPages}`,
            [day - dayMs, day, dimension, otherValue],
          )
        : [];
    const apart = new Set([...named, ...settled.map(({ value }) => String(value))]);
    const rows = await tx.all(
      'SELECT DISTINCT value FROM funnel WHERE hour >= $1 AND hour < $2 AND dimension = $3 AND value <> $4',
      [day, day + dayMs, dimension, otherValue],
    );
    const known = rows.map(({ value }) => String(value)).filter((value) => !apart.has(value));
    return { settled: apart, further: new Set(known) };
  };

  /** The values that each day has with these counts. */
  const withValues = async (
    tx: Transaction,
    counts: readonly FunnelCount[],
    named: Record<'page' | 'variant', ReadonlySet<string>>,
  ): Promise<ReadonlyMap<string, DayValues>> => {
    const found = new Map<string, DayValues>();
    for (const count of counts) {
      const { dimension, value } = count;
      if (isOfForm(dimension) || value === otherValue || named[dimension].has(value)) continue;
      const key = dayKey(count);
      const known = knownDays.get(key);
      // A day that is full takes no more values.
      if (known !== undefined && (hasValue(known, value) || known.further.size >= maxValuesPerDay[dimension])) continue;
      const values = found.get(key) ?? (await readValues(tx, count, named[dimension]));
      if (!values.settled.has(value) && values.further.size < maxValuesPerDay[dimension]) values.further.add(value);
      found.set(key, values);
    }
    return new Map([...knownDays, ...found]);
  };

  return {
    /**
     * Adds to the counters, in one transaction. `maxValuesPerDay` is for a day (UTC) of all proxies together.
     */
    async addToFunnel(counts: readonly FunnelCount[], { page, variant }: NamedValues = nothingNamed): Promise<void> {
      if (counts.length === 0) return;
      const named = { page: new Set(page), variant: new Set(variant) };
      knownDays = await database.transaction(async (tx) => {
        // Otherwise two proxies could add the last page of a day at the same time.
        await tx.lock('funnel');
        const values = await withValues(tx, counts, named);
        const rows = merged(
          counts.map((count) => {
            const { dimension, value } = count;
            const isApart =
              isOfForm(dimension) || named[dimension].has(value) || hasValue(values.get(dayKey(count)), value);
            return isApart ? count : { ...count, value: otherValue };
          }),
        );
        await tx.each(
          upsert,
          rows.map(({ hour, form, dimension, value, stage, n }) => [hour, form, dimension, value, stage, n]),
        );
        return latestDays(values);
      });
    },
    async readFunnel({ from, to, form, dimension, by }: FunnelQuery): Promise<FunnelSum[]> {
      const value = by === 'time' ? 'CAST(hour AS text)' : 'value';
      const { where, values } = conditions([
        [(parameter) => `hour > ${parameter}`, from - quarterMs],
        [(parameter) => `hour < ${parameter}`, to],
        [(parameter) => `dimension = ${parameter}`, dimension],
        [(parameter) => `form = ${parameter}`, form],
      ]);
      const rows = await dashboard.all(
        `SELECT form, ${value} AS value, stage, sum(n) AS n FROM funnel ${where} GROUP BY 1, 2, 3`,
        values,
      );
      return rows.map((row) => ({
        form: String(row.form),
        value: String(row.value),
        stage: String(row.stage),
        n: Number(row.n),
      }));
    },
    /** Deletes the counters of the hours before this time. */
    async sweepFunnel(before: number): Promise<void> {
      await database.run('DELETE FROM funnel WHERE hour < $1', [before]);
    },
  };
}

/** The values that a day counts apart. `further`: those that nobody expects, which are limited. */
type DayValues = { settled: ReadonlySet<string>; further: Set<string> };

function hasValue(day: DayValues | undefined, value: string): boolean {
  return day !== undefined && (day.settled.has(value) || day.further.has(value));
}

function startOfDay(hour: number): number {
  return Math.floor(hour / dayMs) * dayMs;
}

function dayKey({ hour, dimension }: FunnelCount): string {
  return `${startOfDay(hour)} ${dimension}`;
}

/** One statement must not change a row twice. */
function merged(counts: readonly FunnelCount[]): FunnelCount[] {
  const sums = new Map<string, FunnelCount>();
  for (const count of counts) {
    const key = counterKey(count);
    sums.set(key, { ...count, n: count.n + (sums.get(key)?.n ?? 0) });
  }
  return [...sums.values()];
}

/** Of two days: counts that had to wait may belong to the day before. */
function latestDays<T>(byDay: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...byDay].sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, 4));
}
