import { texts } from './locales/en.ts';
import type { Texts } from './texts.ts';

/** The English texts by key, for what lists the texts of the widget. The panel loads those of its visitor's language only. */
export const englishTexts: Texts = texts;

export const textKeys: readonly string[] = Object.keys(texts);
