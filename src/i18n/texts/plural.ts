/** A text with the forms of the language's plural, as `Intl.PluralRules` names them; `other` is always there. */
export type Plural = { readonly other: string } & { readonly [Rule in Intl.LDMLPluralRule]?: string };

export function plural(one: string, other: string): Plural {
  return { one, other };
}
