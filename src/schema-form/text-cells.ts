import { chooseLanguage } from '../protocol/locale.ts';
import type { Json } from './json-schema.ts';
import { objectValue } from './schema-values.ts';

/** The options that are one text, or texts by language. */
export const textOptions: readonly string[] = ['title', 'greeting', 'launcherText', 'disclosure', 'consentText'];

/** A text by language, as a row of a table. A text for all languages stands under the main one. */
export type Cells = Readonly<Record<string, Json>>;

export function cellsOf(value: Json | undefined, mainLanguage: string): Cells {
  if (value === undefined || value === null || value === '' || value === false || value === true) return {};
  return typeof value === 'object' && !Array.isArray(value) ? value : { [mainLanguage]: value };
}

/** The value with the text of one language changed. With one language only, and that the main one, it is for all. */
export function withCell(
  value: Json | undefined,
  { language, mainLanguage }: { language: string; mainLanguage: string },
  text: string,
): Json | undefined {
  const { [language]: _, ...others } = cellsOf(value, mainLanguage);
  const cells = text === '' ? others : { ...cellsOf(value, mainLanguage), [language]: text };
  const [only, ...more] = Object.entries(cells);
  if (only === undefined) return undefined;
  return more.length === 0 && only[0] === mainLanguage ? only[1] : cells;
}

/** What visitors with this language read, if the row has no text of theirs. Undefined if it has none at all. */
export function borrowedText(cells: Cells, language: string): string | undefined {
  const text = cells[chooseLanguage(cells, language)];
  return typeof text === 'string' ? text : undefined;
}

/** The questions as rows: one list, lists by language, or a list of texts by language. */
export function listRows(value: Json | undefined): (Json | undefined)[] {
  if (Array.isArray(value)) return value;
  const lists = Object.entries(objectValue(value)).flatMap(([tag, list]) =>
    Array.isArray(list) ? [{ tag, list }] : [],
  );
  const length = Math.max(0, ...lists.map(({ list }) => list.length));
  return Array.from({ length }, (_, index) =>
    Object.fromEntries(lists.flatMap(({ tag, list }) => (list[index] === undefined ? [] : [[tag, list[index]]]))),
  );
}

/** The languages of these values, the main one first. */
export function languagesOf(values: readonly (Json | undefined)[], mainLanguage: string): string[] {
  const tags = values.flatMap((value) => Object.keys(cellsOf(value, mainLanguage)));
  return [...new Set([mainLanguage, ...tags.sort()])];
}

/** English if any text has it, else the first language of the first text that has one. */
export function mainLanguageOf(values: readonly (Json | undefined)[], fallback: string): string {
  const tags = values.flatMap((value) => Object.keys(cellsOf(value, '')).filter((tag) => tag !== ''));
  return tags.find((tag) => tag === 'en') ?? tags[0] ?? fallback;
}
