import * as z from 'zod/mini';
import { isLocale, meantLocale } from './locale.ts';

/** A language tag of a known language: the keys of texts by language. */
export const languageTag = z.string().check(z.refine(isLocale));

/** The schema of `Localized`: a value, or values by language. `what` says in a message what a value has to be. */
export function localized<Value extends z.core.$ZodType>(value: Value, what: string) {
  const byLanguage = z
    .record(languageTag, value)
    .check(z.refine((values) => Object.keys(values).length > 0, { error: 'must have a language, such as {"en": …}' }));
  return z.union([value, byLanguage], { error: ({ input }) => describe(input, what) });
}

/** A text, or texts by language. */
export function localizedText(maxLength: number, minLength = 0) {
  const text = z.string().check(z.minLength(minLength), z.maxLength(maxLength));
  const least = minLength === 0 ? 'at most' : `${minLength} to`;
  return localized(text, `a text of ${least} ${maxLength} characters`);
}

function describe(input: unknown, what: string): string {
  const isByLanguage = typeof input === 'object' && input !== null && !Array.isArray(input);
  const unknown = isByLanguage ? Object.keys(input).find((tag) => !isLocale(tag)) : undefined;
  if (unknown === undefined) return `must be ${what}, or one per language, such as {"en": …, "de": …}`;
  const meant = meantLocale(unknown) ?? 'de or pt-BR';
  return `has the key "${unknown}", which is no language; write a tag such as ${meant}`;
}
