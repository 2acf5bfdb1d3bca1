import { languageNames } from '../i18n/index.ts';
import type { Json } from './json-schema.ts';
import { pagesInWords } from './page-patterns.ts';
import { objectValue } from './schema-values.ts';
import { settingWords } from './setting-words.ts';
import { borrowedText, cellsOf, textOptions } from './text-cells.ts';
import type { SentencePart } from './trigger-sentences.ts';

/** "On *pages that begin with /checkout*: hide the chat." */
export function pageSentence(entry: Json | undefined): SentencePart[] {
  const { url, hidden, ...options } = objectValue(entry);
  const isPlaced = typeof url === 'string' && url !== '';
  const differences = [...new Set(Object.entries(options).map(([name, value]) => differenceInWords(name, value)))];
  return [
    { words: 'On ' },
    isPlaced ? { words: pagesInWords(url), isChosen: true } : { words: '…' },
    { words: ': ' },
    ...(hidden === true
      ? [{ words: 'hide the chat' }]
      : differences.length === 0
        ? [{ words: 'nothing different yet' }]
        : [
            { words: 'show the chat ' },
            { words: lists.format(differences.map(withoutRepetition)), isChosen: true } as const,
          ]),
  ];
}

const lists = new Intl.ListFormat('en');

/** "with the form “jobs”, the greeting “Hello”": what follows another one needs no second "with". */
function withoutRepetition(words: string, index: number, all: readonly string[]): string {
  return all[index - 1]?.startsWith('with ') ? words.replace(/^with /, '') : words;
}

/** What an option of an entry does: "with the greeting “Hello”", "in dark colors", or "with its own picture". */
function differenceInWords(name: string, value: Json): string {
  const { noun, does = {} } = settingWords[name] ?? {};
  if (name === 'askAfter') return `with the form offered ${answerInWords(objectValue(value).answers)}`;
  if (name === 'experiments') return 'with an experiment';
  // What only "All options" sets has a name of the schema.
  if (settingWords[name] === undefined) return 'with its own settings from “All options”';
  const known = typeof value === 'object' ? undefined : does[String(value)];
  if (known !== undefined) return known;
  const thing = noun?.replace(/^the /, '') ?? `“${settingWords[name]?.label}”`;
  if (value === '' || (Array.isArray(value) && value.length === 0)) return `without ${thing}`;
  const text =
    textOptions.includes(name) || typeof value === 'string' ? borrowedText(cellsOf(value, 'en'), 'en') : undefined;
  const isShown = text !== undefined && !/^(?:data|https?):/.test(text) && text.length <= 80;
  if (!isShown) return `with its own ${thing}`;
  if (name === 'locale') return `in ${Object.entries(languageNames).find(([code]) => code === text)?.[1] ?? text}`;
  return `with the ${thing} “${text}”`;
}

/** When the chat offers the form by itself: "after the second answer". */
export function answerInWords(count: Json | undefined): string {
  const ordinal = typeof count === 'number' ? ordinals[count - 1] : undefined;
  return ordinal === undefined
    ? `after ${typeof count === 'number' ? count : '…'} answers`
    : `after the ${ordinal} answer`;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];
