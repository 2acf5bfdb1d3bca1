import {
  type Json,
  listRows,
  objectValue,
  type Problem,
  problemsAt,
  replaceableTexts,
  settingWords,
  withProperty,
} from '../../schema-form/index.ts';
import { maxQuestions } from '../questions-field.tsx';
import { type Setting, settingOf } from '../setting.ts';
import type { SettingsState } from '../settings-state.ts';

/** One text in all languages: a row of the table. */
export type WordRow = {
  id: string;
  label: string;
  hint?: string | undefined;
  /** The key of the words that visitors read without it. */
  defaultKey?: string;
  isLong: boolean;
  value: Json | undefined;
  problems: readonly Problem[];
  set(value: Json | undefined): void;
  /** The button that takes the row, or what was set in it, away. Undefined if there is nothing to take. */
  remove?: { words: string; run(): void } | undefined;
};

export type WordRows = {
  rows: WordRow[];
  /** Undefined if there are enough. */
  addQuestion: (() => void) | undefined;
  /** The keys of texts without a row. */
  otherKeys: readonly (readonly [key: string, text: string])[];
};

/** `addedKeys`: texts that the operator has just chosen, and not written yet. */
export function wordRows(settings: SettingsState, addedKeys: readonly string[], onRemoveKey: (key: string) => void) {
  const setting = (name: string) => settingOf(settings, {}, name);
  const starters = setting('starters');
  const questions = listRows(starters.value);
  const setQuestions = (next: readonly (Json | undefined)[]) =>
    starters.set(next.length === 0 ? undefined : next.map((question) => question ?? ''));
  const texts = setting('texts');
  const ownTexts = objectValue(texts.value);
  const ownKeys = [...new Set([...Object.keys(ownTexts), ...addedKeys])];
  const setText = (key: string, value: Json | undefined) => {
    const next = withProperty(ownTexts, key, value);
    texts.set(Object.keys(next).length === 0 ? undefined : next);
  };
  const disclosure = setting('disclosure');
  const hasOwnNote = typeof disclosure.value === 'string' || typeof disclosure.value === 'object';
  const result: WordRows = {
    rows: [
      optionRow('title', setting('title'), { defaultKey: 'title' }),
      optionRow('greeting', setting('greeting'), { defaultKey: 'greeting', isLong: true }),
      ...questions.map(
        (question, index): WordRow => ({
          id: `starters.${index}`,
          label: `Question ${index + 1}`,
          hint: index === 0 ? 'A button that sends it, until the visitor has written.' : undefined,
          isLong: false,
          value: question,
          problems: problemsAt(starters.problems, index),
          set: (value) => setQuestions(questions.map((old, at) => (at === index ? value : old))),
          remove: {
            words: 'Remove',
            run: () => setQuestions(questions.filter((_, at) => at !== index)),
          },
        }),
      ),
      optionRow('launcherText', setting('launcherText'), {}),
      ...(hasOwnNote ? [optionRow('disclosure', disclosure, { defaultKey: 'disclosure', isLong: true })] : []),
      ...ownKeys.map(
        (key): WordRow => ({
          id: `texts.${key}`,
          label: replaceableTexts.find(([name]) => name === key)?.[1] ?? key,
          defaultKey: key,
          isLong: true,
          value: ownTexts[key],
          problems: problemsAt(texts.problems, key),
          set: (value) => setText(key, value),
          remove: {
            words: 'Remove',
            run: () => {
              onRemoveKey(key);
              setText(key, undefined);
            },
          },
        }),
      ),
    ],
    addQuestion: questions.length < maxQuestions ? () => setQuestions([...questions, '']) : undefined,
    otherKeys: replaceableTexts.filter(([key]) => !ownKeys.includes(key)),
  };
  return result;
}

function optionRow(name: string, setting: Setting, more: { defaultKey?: string; isLong?: boolean }): WordRow {
  const { label = name, hint } = settingWords[name] ?? {};
  const { value, problems, set, isSaved, isInFile, reset } = setting;
  return {
    id: name,
    label,
    hint,
    isLong: false,
    value,
    problems,
    set,
    remove: isSaved
      ? { words: isInFile ? 'Back to the configuration file' : 'Back to the default', run: reset }
      : undefined,
    ...more,
  };
}
