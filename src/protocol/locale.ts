/** A value for all languages, or one per language: `{ en: …, de: … }`. */
export type Localized<Value> = Value | Readonly<Record<string, Value>>;

/**
 * Reads a language tag as pages write it: `de-DE`, `de_DE`, `DE`, `zh_Hant_TW`, and as systems do, `de_DE.UTF-8` or
 * `de-DE@euro`. Returns it as `de-DE` or `zh-Hant-TW`; undefined if it begins with no language. The one place that reads what
 * others have written. Without `Intl`, because every page loads the launcher, and its first use takes a slow phone long.
 */
export function readLocale(written: string | null | undefined): string | undefined {
  const tag = (written ?? '').trim().replace(/[.@].*/s, '');
  if (!/^[a-z]{2,3}(?:[-_][a-z\d]{1,8})*$/i.test(tag)) return undefined;
  const [language = '', ...subtags] = tag.toLowerCase().split(/[-_]/);
  return [language, ...subtags.map(inUsualCase)].join('-');
}

/** Regions have two letters, and scripts four. */
function inUsualCase(subtag: string): string {
  if (subtag.length === 2) return subtag.toUpperCase();
  return subtag.length === 4 ? subtag.slice(0, 1).toUpperCase() + subtag.slice(1) : subtag;
}

/** The language of a tag in lower case: `zh` of `zh-Hant-TW`. Empty if it begins with none. */
export function languageOf(tag: string): string {
  return readLocale(tag)?.replace(/-.*/, '') ?? '';
}

/**
 * The key of the values by language for a visitor: of the same tag, else of the same script or region, else of the same
 * language, else English, else the first. The one place that decides which text a visitor sees. The launcher uses it too, so it
 * needs no schema.
 */
export function chooseLanguage(values: Readonly<Record<string, unknown>>, locale: string): string {
  const tags = Object.keys(values);
  const wanted = readLocale(locale) ?? '';
  const exact = tags.find((tag) => readLocale(tag) === wanted);
  if (exact !== undefined) return exact;
  const named = (name: string) => tags.filter((tag) => languageOf(tag) === name);
  return (
    nearestTag(named(languageOf(wanted)), wanted) ??
    tags.find((tag) => readLocale(tag) === 'en') ??
    named('en')[0] ??
    tags[0] ??
    ''
  );
}

/** Of the tags of one language: of the same script, which `zh-TW` and `zh-Hant` share, the one with the most in common. */
function nearestTag(tags: readonly string[], wanted: string): string | undefined {
  if (tags.length < 2) return tags[0];
  const readable = tags.filter((tag) => scriptOf(tag) === scriptOf(wanted));
  const subtags = wanted.split('-');
  for (let length = subtags.length; length > 0; length -= 1) {
    const name = subtags.slice(0, length).join('-');
    const tag = readable.find((candidate) => readLocale(candidate) === name);
    if (tag !== undefined) return tag;
  }
  return readable[0] ?? tags[0];
}

/** The text for a visitor's locale. */
export function textIn(text: Localized<string>, locale: string): string;
export function textIn(text: Localized<string> | undefined, locale: string): string | undefined;
export function textIn(text: Localized<string> | undefined, locale: string): string | undefined {
  return typeof text === 'object' ? text[chooseLanguage(text, locale)] : text;
}

/** Whether a language tag, such as `de` or `pt-BR`, names a language that is known. */
export function isLocale(tag: string): boolean {
  return usualScriptOf(tag) !== undefined;
}

/** The tag that was probably meant: `el` for `gr`, the code of Greece, and `pt-BR` for `pt_BR`. */
export function meantLocale(tag: string): string | undefined {
  const read = readLocale(tag);
  if (read !== undefined && isLocale(read)) return read;
  if (!/^[a-z]{2}$/i.test(tag)) return undefined;
  const { language, script } = new Intl.Locale(`und-${tag}`).maximize();
  return script === undefined || language === 'und' ? undefined : language;
}

/** The script that a tag names or implies: `Hant` for `zh-TW`. */
export function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(readLocale(tag) ?? '').maximize().script;
  } catch {
    return undefined;
  }
}

/** Every language that Unicode knows has a usual script. */
function usualScriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(new Intl.Locale(tag).language).maximize().script;
  } catch {
    return undefined;
  }
}
