/** A value for all languages, or one per language: `{ en: …, de: … }`. */
export type Localized<Value> = Value | Readonly<Record<string, Value>>;

/**
 * The key of the values by language for a visitor: of the same tag, else of the same language, else English, else the first.
 * The one place that decides which text a visitor sees. The launcher uses it too, so it needs no schema.
 */
export function chooseLanguage(values: Readonly<Record<string, unknown>>, locale: string): string {
  const tags = Object.keys(values);
  const wanted = locale.toLowerCase();
  const languageOf = (tag: string) => tag.toLowerCase().replace(/-.*/, '');
  for (const name of [wanted, languageOf(wanted), 'en']) {
    const tag = tags.find((tag) => tag.toLowerCase() === name) ?? tags.find((tag) => languageOf(tag) === name);
    if (tag !== undefined) return tag;
  }
  return tags[0] ?? '';
}

/** The text for a visitor's locale. */
export function textIn(text: Localized<string>, locale: string): string;
export function textIn(text: Localized<string> | undefined, locale: string): string | undefined;
export function textIn(text: Localized<string> | undefined, locale: string): string | undefined {
  return typeof text === 'object' ? text[chooseLanguage(text, locale)] : text;
}

/** Whether a language tag, such as `de` or `pt-BR`, names a language that is known. */
export function isLocale(tag: string): boolean {
  return scriptOf(tag) !== undefined;
}

/** The tag that was probably meant: `el` for `gr`, the code of Greece, and `pt-BR` for `pt_BR`. */
export function meantLocale(tag: string): string | undefined {
  const hyphenated = tag.replaceAll('_', '-');
  if (isLocale(hyphenated)) return hyphenated;
  if (!/^[a-z]{2}$/i.test(tag)) return undefined;
  const { language, script } = new Intl.Locale(`und-${tag}`).maximize();
  return script === undefined || language === 'und' ? undefined : language;
}

/** Every language that Unicode knows has a usual script. */
function scriptOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(new Intl.Locale(tag).language).maximize().script;
  } catch {
    return undefined;
  }
}
