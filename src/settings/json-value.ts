import type { Json, JsonObject } from '../schema-form/index.ts';

/** What the proxy sends is JSON. */
export function jsonOf(value: unknown): Json | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((item) => jsonOf(item) ?? null);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsonOf(item) ?? null]));
}

/** What is set: a saved `null` removes what the file sets. */
export function objectOf(values: unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(Object(values)).flatMap(([key, value]) => {
      const json = jsonOf(value);
      return json === undefined ? [] : [[key, json] as const];
    }),
  );
}

/** The order of keys is no difference. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return (
    left.size === right.size && [...left].every(([key, value]) => right.has(key) && isSameJson(value, right.get(key)))
  );
}
