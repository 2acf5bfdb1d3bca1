import * as z from 'zod/mini';
import type { Row, SqlScalar, SqlType } from './sql.ts';

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
  { names: renamed = {}, fallbacks = {} }: RowOptions<keyof Shape & string> = {},
) {
  const columns = Object.entries(schema.shape).map(([key, value]) => ({
    key,
    column: Reflect.get(renamed, key) ?? snakeCase(key),
    type: columnType(value),
  }));

  const toStored = (row: Row): Row =>
    Object.fromEntries(columns.flatMap(({ key, column }) => (row[column] === null ? [] : [[key, row[column]]])));

  const mend = (row: Row): { entity: z.output<typeof schema>; unreadable?: UnreadableColumns } => {
    const stored = toStored(row);
    const whole = schema.safeParse(stored);
    if (whole.success) return { entity: whole.data };
    const damaged = new Set(whole.error.issues.map(({ path }) => path[0]));
    const mended = columns.filter(({ key }) => Object.hasOwn(fallbacks, key) && damaged.has(key));
    for (const { key } of mended) {
      const fallback = fallbacks[key]?.(row);
      if (fallback === undefined) delete stored[key];
      else stored[key] = fallback;
    }
    const unreadable = Object.fromEntries(mended.map(({ column }) => [column, String(row[column])]));
    return { entity: schema.parse(stored), unreadable };
  };

  const names = columns.map(({ column }) => column);
  const types = new Map(columns.map(({ column, type }) => [column, type]));

  return {
    /** The names of the columns. */
    columns: names,
    /** The same for a statement. */
    list: names.join(', '),
    /** What these columns of the table hold. One that is not described here is a text. */
    typesOf: (columns: readonly string[]): Record<string, SqlType> =>
      Object.fromEntries(columns.map((column) => [column, types.get(column) ?? 'text'])),
    /** Reads a row of which what has a fallback may be damaged, so that one row fails no list. Throws if more is. */
    read: (row: Row): z.output<typeof schema> => mend(row).entity,
    /** The same, and what was damaged. */
    readMarked(row: Row): z.output<typeof schema> & { unreadable?: UnreadableColumns } {
      const { entity, ...marks } = mend(row);
      return { ...entity, ...marks };
    },
    /** Reads rows, without those that only a newer leadchat knows. */
    readKnown(rows: readonly Row[]): z.output<typeof schema>[] {
      return rows.flatMap((row) => {
        const known = schema.safeParse(toStored(row));
        return known.success ? [known.data] : [];
      });
    },
    /** The values of all columns, in their order. */
    write(entity: Readonly<Partial<Record<keyof Shape, unknown>>>): Record<string, SqlScalar> {
      return Object.fromEntries(columns.map(({ key, column }) => [column, columnValue(Reflect.get(entity, key))]));
    },
  };
}

function columnType(schema: z.core.$ZodType): SqlType {
  if (schema instanceof z.core.$ZodOptional) return columnType(schema._zod.def.innerType);
  return schema instanceof z.core.$ZodNumber ? 'integer' : 'text';
}

function columnValue(value: unknown): SqlScalar {
  if (value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
