/** Options as the page wrote them. The launcher contains no schema; the panel parses them and reports mistakes. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** The value of an option that attributes carry as JSON. */
export function readJsonOption(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
