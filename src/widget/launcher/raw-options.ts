/** Unparsed options. The launcher contains no schema; the panel parses them and reports mistakes. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** Parses the value of an option that attributes contain as JSON. Returns other values, such as those set in code, unchanged. */
export function readJsonOption(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
