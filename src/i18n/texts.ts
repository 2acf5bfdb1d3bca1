import type { texts } from './locales/en.ts';

export type TextKey = keyof typeof texts;

/** A text in the plural forms of its language, named as in `Intl.PluralRules`. `other` is required. */
export type PluralText = { readonly other: string } & { readonly [Rule in Intl.LDMLPluralRule]?: string | undefined };

/** All texts of a language. */
export type Texts = Readonly<Record<TextKey, string | PluralText>>;
