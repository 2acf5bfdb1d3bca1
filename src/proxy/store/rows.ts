import * as z from 'zod/mini';
import type { Row, SqlValue } from './sql.ts';

/** A text column with JSON. Both databases store JSON as text. */
export function jsonText<T>(schema: z.ZodMiniType<T>) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text, context): unknown => {
        try {
          return JSON.parse(text);
        } catch {
          context.issues.push({ code: 'custom', message: 'is not JSON', input: text });
          return z.NEVER;
        }
      }),
    ),
    schema,
  );
}

/** A text column with a JSON object, such as the record of a lead. */
export const recordText = jsonText(z.record(z.string(), z.unknown()));

/** Columns that cannot be read, with their text as it is stored. */
export type UnreadableColumns = Record<string, string>;

export type RowOptions<Key extends string> = {
  /** Columns that are not called like their property in snake case. */
  names?: Partial<Record<Key, string>>;
  /** What a property has instead of a column that is damaged, as it would be stored; undefined: nothing. */
  fallbacks?: Partial<Record<Key, (row: Row) => string | undefined>>;
};

/**
 * The one description of a table's rows: `schema` says what a row holds, and its types follow from that. A property that
 * is absent is NULL in its column, and the other way round.
 */
export function describeRows<Shape extends z.core.$ZodShape>(
  schema: z.ZodMiniObject<Shape>,
  { names = {}, fallbacks = {} }: RowOptions<keyof Shape & string> = {},
) {
  const columns = Object.keys(schema.shape).map((key) => ({ key, column: Reflect.get(names, key) ?? snakeCase(key) }));

  const toStored = (row: Row): Row =>
    Object.fromEntries(columns.flatMap(({ key, column }) => (row[column] === null ? [] : [[key, row[column]]])));

  return {
    /** The names of the columns. */
    columns: columns.map(({ column }) => column),
    /** Reads a row of which some columns may be damaged, so that one row fails no list. Throws if another one is damaged. */
    read(row: Row): z.output<typeof schema> & { unreadable?: UnreadableColumns } {
      const stored = toStored(row);
      const whole = schema.safeParse(stored);
      if (whole.success) return whole.data;
      const damaged = new Set(whole.error.issues.map(({ path }) => path[0]));
      const mended = columns.filter(({ key }) => Object.hasOwn(fallbacks, key) && damaged.has(key));
      const unreadable = Object.fromEntries(mended.map(({ column }) => [column, String(row[column])]));
      for (const { key } of mended) {
        const fallback = fallbacks[key]?.(row);
        if (fallback === undefined) delete stored[key];
        else stored[key] = fallback;
      }
      return { ...schema.parse(stored), unreadable };
    },
    /** The values of all columns. */
    write(entity: Readonly<Partial<Record<keyof Shape, unknown>>>): Record<string, SqlValue> {
      return Object.fromEntries(columns.map(({ key, column }) => [column, columnValue(Reflect.get(entity, key))]));
    },
  };
}

function columnValue(value: unknown): SqlValue {
  if (value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
