import type { Json } from './json-schema.ts';
import { pagesInWords } from './page-patterns.ts';
import { objectValue } from './schema-values.ts';
import { settingNoun, settingWords } from './setting-words.ts';
import { borrowedText, cellsOf } from './text-cells.ts';
import type { SentencePart } from './trigger-sentences.ts';

/** "On *pages that begin with /checkout*: hide the chat." */
export function pageSentence(entry: Json | undefined): SentencePart[] {
  const { url, hidden, ...options } = objectValue(entry);
  const { words, text } = pagesInWords(url);
  const place = { words: text === '' ? words : `${words} ${text}`, isChosen: true } as const;
  const differences = Object.entries(options).map(([name, value]) => differenceInWords(name, value));
  return [
    { words: 'On ' },
    typeof url === 'string' && url !== '' ? place : { words: '…' },
    { words: ': ' },
    ...(hidden === true
      ? [{ words: 'hide the chat' }]
      : differences.length === 0
        ? [{ words: 'nothing different yet' }]
        : [{ words: 'show ' }, { words: lists.format(differences), isChosen: true } as const]),
  ];
}

const lists = new Intl.ListFormat('en');

/** An option as an entry sets it: "the greeting “Hello”", or "its own color". */
export function differenceInWords(name: string, value: Json): string {
  const text = borrowedText(cellsOf(value, 'en'), 'en');
  const shown = text === undefined ? undefined : (settingWords[name]?.choices?.[text] ?? text);
  if (shown !== undefined && !shown.startsWith('data:') && shown.length <= 80) return `${settingNoun(name)} “${shown}”`;
  return `its own ${settingNoun(name).replace(/^the /, '')}`;
}
