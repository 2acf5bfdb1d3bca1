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

export type OptionsParseResult = {
  options: ResolvedOptions;
  /** A name is unknown or a value unusable. findOptionProblems() says what is wrong, if anything. */
  mayHaveProblems: boolean;
};

/** Merges the sources and parses them. A mistake in one option must not cost the page its chat: its default applies. */
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
    // One wrong text costs that text, not all of them.
    if (option === 'texts' && key !== undefined) delete texts[key];
    else delete merged[option];
  }
  if (merged.texts !== undefined) merged.texts = texts;
  return { options: optionsSchema.parse(merged), mayHaveProblems: true };
}

/** The options that any of the sources sets, without names that are no option. */
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
