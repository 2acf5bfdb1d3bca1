import { conditions } from './queries/conditions.ts';
import type { SqlType, Transaction } from './sql.ts';
import type { StoreContext } from './store-context.ts';

/** What a counter belongs to, besides the hour and the form. Each visit counts once per page, variant and field. */
export type FunnelDimension = 'page' | 'variant' | 'field';

/** Something that happened `n` times within an hour, which begins at `hour` in milliseconds. */
export type FunnelCount = {
  hour: number;
  form: string;
  dimension: FunnelDimension;
  value: string;
  stage: string;
  n: number;
};

export type FunnelQuery = {
  /** From the hour that contains this time. */
  from: number;
  to: number;
  /** @default all forms */
  form?: string | undefined;
  dimension: FunnelDimension;
  /** By what the counters are summed up. */
  by: 'value' | 'hour';
};

/** `value` is the hour, in milliseconds, where the counters are summed up by the hour. */
export type FunnelSum = { form: string; value: string; stage: string; n: number };

/** Pages of a day that are counted apart, and variants. */
export const maxValuesPerDay = 100;
/** In place of the value of all others. No path begins like this. */
export const otherValue = 'other';

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

export type Funnel = ReturnType<typeof createFunnel>;

/** The part of the store that counts what visitors do. Nothing in it belongs to one visitor. */
export function createFunnel({ database, dashboard }: StoreContext) {
  const upsert = database.dialect.insertRows(
    'funnel',
    columns,
    'ON CONFLICT (hour, form, dimension, value, stage) DO UPDATE SET n = funnel.n + excluded.n',
  );
  /** The values that a day is known to have, so that most batches need not look. */
  let knownValues = new Map<string, ReadonlySet<string>>();

  const readValues = async (tx: Transaction, { hour, dimension }: FunnelCount): Promise<Set<string>> => {
    const day = startOfDay(hour);
    const rows = await tx.all(
      'SELECT DISTINCT value FROM funnel WHERE hour >= $1 AND hour < $2 AND dimension = $3 AND value <> $4',
      [day, day + dayMs, dimension, otherValue],
    );
    return new Set(rows.map(({ value }) => String(value)));
  };

  /** The values that each day has with these counts. */
  const withValues = async (
    tx: Transaction,
    counts: readonly FunnelCount[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
    const found = new Map<string, Set<string>>();
    for (const count of counts) {
      if (!isLimited(count)) continue;
      const key = dayKey(count);
      const known = knownValues.get(key);
      // A day that is full takes no more values.
      if (known !== undefined && (known.has(count.value) || known.size >= maxValuesPerDay)) continue;
      const values = found.get(key) ?? (await readValues(tx, count));
      if (values.size < maxValuesPerDay) values.add(count.value);
      found.set(key, values);
    }
    return new Map([...knownValues, ...found]);
  };

  return {
    /**
     * Adds to the counters, in one transaction. The first 100 pages and variants of a day (UTC) are counted apart, those of all
     * proxies together.
     */
    async addToFunnel(counts: readonly FunnelCount[]): Promise<void> {
      if (counts.length === 0) return;
      knownValues = await database.transaction(async (tx) => {
        // Otherwise two proxies could add the last page of a day at the same time.
        await tx.lock('funnel');
        const values = await withValues(tx, counts);
        const rows = merged(
          counts.map((count) =>
            isLimited(count) && values.get(dayKey(count))?.has(count.value) !== true
              ? { ...count, value: otherValue }
              : count,
          ),
        );
        await tx.each(
          upsert,
          rows.map(({ hour, form, dimension, value, stage, n }) => [hour, form, dimension, value, stage, n]),
        );
        return latestDays(values);
      });
    },
    async readFunnel({ from, to, form, dimension, by }: FunnelQuery): Promise<FunnelSum[]> {
      const value = by === 'hour' ? 'CAST(hour AS text)' : 'value';
      const { where, values } = conditions([
        [(parameter) => `hour > ${parameter}`, from - 3_600_000],
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

/** The fields are those of the forms, so they are few. */
function isLimited({ dimension, value }: FunnelCount): boolean {
  return dimension !== 'field' && value !== otherValue;
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
