import { readAttributes } from './attributes.ts';
import { optionsSchema, type ResolvedOptions } from './schema.ts';

/** The sources of options. Later ones win. */
export type OptionSources = {
  /** `widget` of the proxy's configuration, with its `flowId` and `wssUrl`. */
  proxy: Readonly<Record<string, unknown>>;
  /** The attributes of the script tag or the element, by option name, as text. */
  attributes: Readonly<Record<string, unknown>>;
  /** Options that the page sets in code. */
  overrides: Readonly<Record<string, unknown>>;
};

export type OptionsParseResult = {
  options: ResolvedOptions;
  /** A name is unknown, or a value is invalid. findOptionProblems() describes the problems. */
  mayHaveProblems: boolean;
};

/** Merges the sources and parses them. An invalid option gets its default, so that it does not break the chat. */
export function readOptions(sources: OptionSources): OptionsParseResult {
  const merged = mergeSources(sources);
  const result = optionsSchema.safeParse(merged);
  if (result.success) {
    const names = Object.values(sources).flatMap(Object.keys);
    return { options: result.data, mayHaveProblems: !names.every(isOption) };
  }
  const texts = { ...Object(merged.texts) };
  for (const { path } of result.error.issues) {
    const [option = '', key] = path.map(String);
    // Drops only the invalid text, not all texts.
    if (option === 'texts' && key !== undefined) delete texts[key];
    else delete merged[option];
  }
  if (merged.texts !== undefined) merged.texts = texts;
  return { options: optionsSchema.parse(merged), mayHaveProblems: true };
}

/** Merges the options of all sources. Omits names that are not options. */
export function mergeSources({ proxy, attributes, overrides }: OptionSources): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const source of [proxy, readAttributes(attributes), overrides]) {
    for (const [name, value] of Object.entries(source)) {
      if (isOption(name) && value !== undefined) merged[name] = value;
    }
  }
  return merged;
}

export function isOption(name: string): name is keyof typeof optionsSchema.shape {
  return Object.hasOwn(optionsSchema.shape, name);
}
