import type { Json } from './json-schema.ts';
import { pagesInWords } from './page-patterns.ts';
import { objectValue } from './schema-values.ts';
import { borrowedText, cellsOf } from './text-cells.ts';

/** A piece of a sentence. What its author has chosen is emphasized. */
export type SentencePart = { words: string; isChosen?: true };

/** "On *pages that begin with /prices*, after *20 seconds*: show the greeting *“Questions?”*". */
export function triggerSentence(trigger: Json | undefined): SentencePart[] {
  const { type, seconds, percent, url, action, text, everyHours } = objectValue(trigger);
  return [
    plain('On '),
    chosen(pagesInWords(url)),
    plain(', '),
    ...momentOf(type, seconds, percent),
    plain(': '),
    ...(action === 'open' ? [plain('open the chat')] : greetingOf(text)),
    ...capOf(everyHours),
  ];
}

export function sentenceText(parts: readonly SentencePart[]): string {
  return parts.map(({ words }) => words).join('');
}

function momentOf(type: Json | undefined, seconds: Json | undefined, percent: Json | undefined): SentencePart[] {
  if (type === 'delay') return [plain('after '), chosen(seconds === 1 ? '1 second' : `${numberOf(seconds)} seconds`)];
  if (type === 'scroll') return [plain('after scrolling down '), chosen(`${numberOf(percent)} %`)];
  return [plain(type === 'exit' ? 'when the mouse leaves at the top' : 'at once')];
}

function greetingOf(text: Json | undefined): SentencePart[] {
  const shown = borrowedText(cellsOf(text, 'en'), 'en');
  return shown === undefined ? [plain('show the greeting')] : [plain('show the greeting '), chosen(`“${shown}”`)];
}

/** How often at most, unless it is as usual. */
function capOf(everyHours: Json | undefined): SentencePart[] {
  if (everyHours === undefined || everyHours === 24) return [];
  return [plain(', '), chosen(oftenInWords(everyHours))];
}

/** How often a trigger may fire for the same visitor. */
export const oftenChoices: readonly (readonly [hours: number, words: string])[] = [
  [0, 'every time'],
  [1, 'at most once an hour'],
  [24, 'at most once a day'],
  [168, 'at most once a week'],
  [720, 'at most once a month'],
];

export function oftenInWords(hours: Json | undefined): string {
  return oftenChoices.find(([known]) => known === (hours ?? 24))?.[1] ?? `at most once in ${numberOf(hours)} hours`;
}

function numberOf(value: Json | undefined): string {
  return typeof value === 'number' ? String(value) : '…';
}

function plain(words: string): SentencePart {
  return { words };
}

function chosen(words: string): SentencePart {
  return { words, isChosen: true };
}
