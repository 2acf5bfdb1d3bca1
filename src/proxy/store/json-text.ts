import * as z from 'zod/mini';

/** A text column with JSON. Both databases store JSON as text. */
export function jsonText<T>(schema: z.ZodMiniType<T>) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): unknown => JSON.parse(text)),
    ),
    schema,
  );
}

/** A text column with a JSON object, such as the record of a lead. */
export const recordText = jsonText(z.record(z.string(), z.unknown()));
