import { labelFromName } from '../../protocol/field-label.ts';
import { borrowedText, cellsOf, type Json, type JsonObject, kindOf, knownQuestions } from '../../schema-form/index.ts';
import { objectOf } from '../json-value.ts';
import { nameOf, typeOf } from './form-model.ts';

/** What visitors read, in one language. */
export function textOf(value: Json | undefined, language: string): string {
  const cells = cellsOf(value, language);
  const own = cells[language];
  return typeof own === 'string' ? own : (borrowedText(cells, language) ?? '');
}

/** A question as people call it. */
export function titleOf(question: JsonObject, language: string): string {
  const label = textOf(question.label, language);
  if (label !== '') return label;
  const name = nameOf(question);
  if (name === 'phone') return 'Phone';
  const known = knownQuestions.find((other) => other.name === name);
  return known?.words ?? labelFromName(name);
}

export function kindWords(question: JsonObject): string {
  return kindOf(typeOf(question))?.words ?? typeOf(question);
}

/** An answer that a question can have: what is compared with, and its words. */
export type Answer = { value: Json; words: string };

/** The answers that are known beforehand. Undefined if people write them. */
export function answersOf(question: JsonObject, language: string): Answer[] | undefined {
  if (typeOf(question) === 'checkbox') {
    return [
      { value: true, words: 'ticked' },
      { value: false, words: 'not ticked' },
    ];
  }
  if (!['select', 'radio', 'checkboxes'].includes(typeOf(question))) return undefined;
  const options = Array.isArray(question.options) ? question.options.map(objectOf) : [];
  return options.map(({ value = '', label }) => ({ value, words: textOf(label, language) || String(value) }));
}

/** The values of a condition as a list. */
export function valuesOf(is: Json | undefined): Json[] {
  if (is === undefined) return [];
  return Array.isArray(is) ? is : [is];
}

/** The words of a condition's answers: `100+ or 50–99`. */
export function answerWords(is: Json | undefined, question: JsonObject | undefined, language: string): string {
  const known = question && answersOf(question, language);
  const words = valuesOf(is).map((value) => known?.find((answer) => answer.value === value)?.words ?? String(value));
  return words.length === 0 ? '…' : words.join(' or ');
}
