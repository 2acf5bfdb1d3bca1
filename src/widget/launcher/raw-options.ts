/** Unparsed options. The launcher contains no schema; the panel parses them and reports mistakes. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** Merges sources of options; later ones win. Undefined is no value: frameworks pass it for props that are not set. */
export function mergeOptions(...sources: (RawOptions | undefined)[]): RawOptions {
  const entries = sources.flatMap((source) => Object.entries(source ?? {}));
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/**
 * Reads an option that is JSON in attributes and a value in code. Returns plain data, whatever the page has passed: reading a
 * getter or proxy of the page may throw. Undefined if it is no JSON.
 */
export function readJsonOption(value: unknown): unknown {
  try {
    return JSON.parse(typeof value === 'string' ? value : JSON.stringify(value));
  } catch {
    return undefined;
  }
}

/** The text of an option that is a text or a number; empty for other values, because converting them may throw. */
export function readTextOption(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}
