import { readAttributes } from './attributes.ts';
import { optionsSchema, type ResolvedOptions } from './schema.ts';

/** Where options come from, the stronger ones last. */
export type OptionSources = {
  /** `widget` of the proxy's configuration, with its flow and host. */
  proxy: Readonly<Record<string, unknown>>;
  /** Of the script tag or the element, by option name, as text. */
  attributes: Readonly<Record<string, unknown>>;
  /** Given in code. */
  overrides: Readonly<Record<string, unknown>>;
};

export type OptionsParseResult = { options: ResolvedOptions; problems: string[] };

/**
 * Merges the sources and parses them. A host page's slip must not cost it the chat: an option that cannot be read is
 * named in `problems` and falls back to its default.
 */
export function readOptions({ proxy, attributes, overrides }: OptionSources): OptionsParseResult {
  const problems = Object.keys(overrides)
    .filter((name) => !Object.hasOwn(optionsSchema.shape, name))
    .map((name) => `[leadchat] option \`${name}\` is unknown.`);
  const merged = new Map<string, unknown>();
  for (const source of [proxy, readAttributes(attributes), overrides]) {
    for (const [name, value] of Object.entries(source)) if (value !== undefined) merged.set(name, value);
  }
  const first = optionsSchema.safeParse(Object.fromEntries(merged));
  if (first.success) return { options: first.data, problems };
  for (const { path, message } of first.error.issues) {
    problems.push(`[leadchat] option \`${path.join('.')}\` ${message}, got ${show(valueAt(merged, path))}.`);
    merged.delete(String(path[0]));
  }
  return { options: optionsSchema.parse(Object.fromEntries(merged)), problems };
}

function valueAt(options: ReadonlyMap<string, unknown>, [name, ...rest]: readonly PropertyKey[]): unknown {
  return rest.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    options.get(String(name)),
  );
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 200);
}
