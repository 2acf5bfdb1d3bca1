import { reservedNames } from '../../protocol/reserved-names.ts';
import { knownQuestions } from '../../schema-form/index.ts';

const maxNameLength = 64;
const maxValueLength = 200;

/** The key of a question's answer in a lead: `How many employees?` becomes `how_many_employees`. */
export function nameFor(label: string, { type, others }: { type: string; others: readonly string[] }): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    // A name begins with a letter.
    .replace(/^[^a-z]+|_+$/g, '');
  // The service reads these in its own way: a question of another kind needs another name.
  const known = knownQuestions.filter((question) => question.type !== type).map(({ name }) => name);
  const taken = [...others, ...reservedNames, ...known, 'phone'];
  return unique(plain === '' ? 'question' : plain, taken, { separator: '_', max: maxNameLength });
}

/** What a lead gets for a choice. Several of them are joined by commas, so they have none. */
export function valueFor(label: string, others: readonly string[], type: string): string {
  const words = (type === 'checkboxes' ? label.replaceAll(',', ' ') : label).replace(/\s+/g, ' ').trim();
  return unique(words === '' ? 'Choice' : words, others, { separator: ' ', max: maxValueLength });
}

/** The name of a form in addresses and on pages: `Prices & quotes` becomes `prices-quotes`. */
export function formNameFor(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, maxNameLength);
}

function unique(
  name: string,
  others: readonly string[],
  { separator, max }: { separator: string; max: number },
): string {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `${separator}${number}`;
    const candidate = name.slice(0, max - end.length) + end;
    if (!others.includes(candidate)) return candidate;
  }
}
