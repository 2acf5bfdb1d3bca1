import { toJson } from '../protocol/json.ts';
import { chooseLanguage } from '../protocol/locale.ts';
import { attempt } from './attempt.ts';
import { type OptionOfKind, readBoolean } from './attributes.ts';

/*
 * The small form of readOptions(), for the launcher: it reads an option by its name, and the compiler takes the kind from the
 * table of attributes. The schema, which only the panel contains, knows values and defaults. Here a value may be any of its
 * kind; one of another kind is undefined.
 */

/** Options as the page has written them, also as the text of attributes. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** Merges sources of options; later ones win. Undefined is no value: frameworks pass it for props that are not set. */
export function mergeOptions(...sources: (RawOptions | undefined)[]): RawOptions {
  const entries = sources.flatMap((source) => Object.entries(source ?? {}));
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

export function textOption(options: RawOptions, name: OptionOfKind<'text'>): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The text of an option for a locale. */
export function localizedOption(options: RawOptions, name: OptionOfKind<'texts'>, locale: string): string | undefined {
  const value = options[name];
  if (typeof value === 'string' && value[0] !== '{') return value;
  const texts = Object(dataOption(options, name));
  const text: unknown = texts[chooseLanguage(texts, locale)];
  return typeof text === 'string' ? text : undefined;
}

export function booleanOption(options: RawOptions, name: OptionOfKind<'boolean'>): boolean | undefined {
  const value = readBoolean(options[name]);
  return typeof value === 'boolean' ? value : undefined;
}

/** Data is copied, because every read of a page's getter or proxy may throw. */
export function dataOption(options: RawOptions, name: OptionOfKind<'json' | 'texts'>): unknown {
  const value = options[name];
  // Functions and missing values have no JSON.
  return attempt(() => JSON.parse(typeof value === 'string' ? value : (toJson(value) ?? 'null')));
}
