import { languageChoices } from '../schema-form/index.ts';

const displayNames = new Intl.DisplayNames('en', { type: 'language' });

/** A language as those who speak it call it, else in English. */
export function languageName(tag: string): string {
  return languageChoices.find(([code]) => code === tag)?.[1] ?? displayNames.of(tag) ?? tag;
}
