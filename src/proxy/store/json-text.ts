import * as z from 'zod/mini';

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

/** Leaves out the members that are undefined: what a row does not have, because its column is NULL. */
export function present<T extends object>(read: T): T {
  for (const [name, value] of Object.entries(read)) if (value === undefined) Reflect.deleteProperty(read, name);
  return read;
}

/**
 * Reads a row of which some columns may be damaged, so that one row fails no list. A damaged column gets its value in
 * `fallbacks`. Throws if another one is damaged.
 */
export function readRow<T>(
  schema: z.ZodMiniType<T>,
  row: Record<string, unknown>,
  fallbacks: Readonly<Record<string, string | null>>,
): { read: T; unreadable?: UnreadableColumns } {
  const whole = schema.safeParse(row);
  if (whole.success) return { read: whole.data };
  const damaged = new Set(whole.error.issues.map(({ path }) => String(path[0])));
  const columns = Object.keys(fallbacks).filter((name) => damaged.has(name));
  const mended = Object.fromEntries(columns.map((name) => [name, fallbacks[name]]));
  return {
    read: schema.parse({ ...row, ...mended }),
    unreadable: Object.fromEntries(columns.map((name) => [name, String(row[name])])),
  };
}
