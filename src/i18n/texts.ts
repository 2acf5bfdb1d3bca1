import { en } from './locales/en.ts';

export type TextKey = keyof typeof en;

/** A text in the plural forms of its language, named as in `Intl.PluralRules`. `other` is required. */
export type PluralText = { readonly other: string } & { readonly [Rule in Intl.LDMLPluralRule]?: string | undefined };

/** All texts of a language. */
export type Texts = Readonly<Record<TextKey, string | PluralText>>;

export function isTextKey(key: unknown): key is TextKey {
  return typeof key === 'string' && Object.hasOwn(en, key);
}

/** The English texts by key. */
export const englishTexts: Texts = en;

export const textKeys: readonly string[] = Object.keys(en);
