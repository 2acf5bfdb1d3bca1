import { attempt } from './attempt.ts';
import { readAttributes } from './attributes.ts';
import type { Variants } from './experiments.ts';
import { layersOnPage } from './page-options.ts';
import { mergeOptions, type RawOptions } from './read-launcher-options.ts';
import { optionsSchema, type ResolvedOptions } from './schema.ts';

/** The sources of options. Later ones win. */
export type OptionSources = {
  /** `widget` of the proxy's configuration, with its `flowId` and `wssUrl`. */
  proxy: RawOptions;
  /** The attributes of the script tag or the element, by option name, as text. */
  attributes: RawOptions;
  /** Options that the page sets in code. */
  overrides: RawOptions;
  /** The path of the page, whose entries of `pages` apply. Without one, none does. */
  path?: string;
  /** The visitor's variants, whose options apply. */
  variants?: Variants;
  /** What the visitor has answered about storing. It wins over the option. */
  consent?: unknown;
};

export type OptionsParseResult = {
  options: ResolvedOptions;
  /** A name is unknown, a value is invalid, or a field has a condition, which nothing has checked. findOptionProblems() describes the problems. */
  mayHaveProblems: boolean;
};

/**
 * Merges the sources and parses them. An invalid option is ignored: the value of the source below applies, or the default. It
 * never throws, although the values come from the page and reading them may.
 */
export function readOptions(sources: OptionSources): OptionsParseResult {
  const layers = layersOf(sources);
  const merged = mergeLayers(layers);
  const result = attempt(() => optionsSchema.safeParse(merged));
  if (result?.success) {
    const { proxy, attributes, overrides } = sources;
    const names = [proxy, attributes, overrides].flatMap(Object.keys);
    const hasConditions = result.data.fields?.some(({ showIf }) => showIf !== undefined) === true;
    return { options: result.data, mayHaveProblems: hasConditions || !names.every(isOption) };
  }
  const valid = Object.assign({}, ...layers.map(validOptions));
  // Not its default, `granted`: a misspelt refusal must not allow storage.
  if (parseOption('consent', merged.consent) === undefined) valid.consent = 'required';
  return { options: optionsSchema.parse(valid), mayHaveProblems: true };
}

/** Merges the options of all sources. Omits names that are not options. */
export function mergeSources(sources: OptionSources): Record<string, unknown> {
  return mergeLayers(layersOf(sources));
}

function mergeLayers(layers: readonly RawOptions[]): Record<string, unknown> {
  const merged = mergeOptions(...layers);
  return Object.fromEntries(Object.entries(merged).filter(([name]) => isOption(name)));
}

function layersOf({ path, variants, consent, ...sources }: OptionSources): readonly RawOptions[] {
  const layers = sourcesOf(sources);
  return [...(path === undefined ? layers : layersOnPage(layers, path, variants)), { consent }];
}

/** The sources in their order, with the values of attributes. */
export function sourcesOf({ proxy, attributes, overrides }: OptionSources): readonly RawOptions[] {
  return [proxy, readAttributes(attributes), overrides];
}

/** Parses the options of a source one by one, and omits invalid ones. */
function validOptions(source: RawOptions): Record<string, unknown> {
  const valid: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(source)) {
    if (!isOption(name) || value === undefined) continue;
    const parsed = name === 'texts' ? validTexts(value) : parseOption(name, value);
    if (parsed !== undefined) valid[name] = parsed;
  }
  return valid;
}

/** Omits only the invalid texts, not all, unless they are too long together. */
function validTexts(texts: unknown): unknown {
  if (typeof texts !== 'object' || texts === null) return undefined;
  const entries = attempt(() => Object.entries(texts)) ?? [];
  return parseOption(
    'texts',
    Object.assign({}, ...entries.map(([key, text]) => parseOption('texts', { [key]: text }))),
  );
}

/** Undefined if the value is invalid. */
function parseOption(name: keyof typeof optionsSchema.shape, value: unknown): unknown {
  return attempt(() => optionsSchema.shape[name].safeParse(value))?.data;
}

export function isOption(name: string): name is keyof typeof optionsSchema.shape {
  return Object.hasOwn(optionsSchema.shape, name);
}
