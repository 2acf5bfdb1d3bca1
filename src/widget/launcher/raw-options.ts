/** Options as the page wrote them. The launcher contains no schema; the panel parses them and reports mistakes. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** The value of an option that attributes carry as JSON. What is no JSON, such as a value set in code, stays as it is. */
export function readJsonOption(value: unknown): unknown {
  try {
    return JSON.parse(`${value}`);
  } catch {
    return value;
  }
}
