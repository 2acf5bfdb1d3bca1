/** Options as the page has written them. The launcher reads its own ones; the panel parses all of them and reports mistakes. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** Merges sources of options; later ones win. Undefined is no value: frameworks pass it for props that are not set. */
export function mergeOptions(...sources: (RawOptions | undefined)[]): RawOptions {
  const entries = sources.flatMap((source) => Object.entries(source ?? {}));
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
