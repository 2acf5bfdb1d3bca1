import { computed, type ReadonlySignal, signal } from '@preact/signals';
import {
  borrowedText,
  cellsOf,
  type Json,
  languageChoices,
  languagesOf,
  loadDefaultTexts,
  mainLanguageOf,
  type Problem,
  problemsAt,
  withCell,
} from '../../schema-form/index.ts';
import { settingOf } from '../setting.ts';
import type { SettingsState } from '../settings-state.ts';
import { stableComputed } from '../stable-computed.ts';
import { type WordRow, wordRows } from './word-rows.ts';

export type WordColumns = {
  /** A text for all languages stands here. */
  main: string;
  /** All of them, the main one first. */
  languages: readonly string[];
  /** Those besides the main one that have a column now. */
  shown: readonly string[];
};

/** A row of the table, besides its texts. */
export type RowOutline = Pick<WordRow, 'id' | 'label' | 'hint' | 'isLong'> & {
  removeWords: string | undefined;
  /** One text for all languages. */
  isShared: boolean;
  /** It is in one language, and could be for all. */
  canBeShared: boolean;
};

export type WordCell = {
  /** Undefined: a text by number, which the table cannot show. */
  text: string | undefined;
  placeholder: string;
  isMissing: boolean;
  problems: readonly Problem[];
};

/** The texts of the chat. Each of its values changes only with what it says, so that a key draws one control. */
export type WordsModel = {
  columns: ReadonlySignal<WordColumns>;
  rows: ReadonlySignal<readonly RowOutline[]>;
  /** The keys of texts without a row. */
  otherKeys: ReadonlySignal<readonly (readonly [key: string, text: string])[]>;
  canAddQuestion: ReadonlySignal<boolean>;
  cell(id: string, language: string): ReadonlySignal<WordCell>;
  /** How many texts have words in other languages only. */
  missingCount(language: string): ReadonlySignal<number>;
  write(id: string, language: string, text: string): void;
  /** Makes the text of a row that of all languages. */
  share(id: string): void;
  remove(id: string): void;
  addQuestion(): void;
  addKey(key: string): void;
  addLanguage(language: string): void;
  chooseMain(language: string): void;
  toggleColumn(language: string): void;
  /** Somebody writes in a column: it stays where it is, also without a text for a moment. */
  enter(language: string): void;
};

export function createWordsModel(settings: SettingsState): WordsModel {
  const addedKeys = signal<readonly string[]>([]);
  const addedLanguages = signal<readonly string[]>([]);
  const chosenMain = signal<string | undefined>(undefined);
  const chosenColumns = signal<readonly string[] | undefined>(undefined);
  const defaultTexts = signal<Readonly<Record<string, Readonly<Record<string, string>>>>>({});
  const all = computed(() =>
    wordRows(settings, addedKeys.value, (key) => {
      addedKeys.value = addedKeys.peek().filter((other) => other !== key);
    }),
  );
  const fallback = computed(() => {
    const locale = settingOf(settings, {}, 'locale').value;
    return typeof locale === 'string' ? locale : 'en';
  });
  const columns = stableComputed((): WordColumns => {
    const values = all.value.rows.map(({ value }) => value);
    const main = chosenMain.value ?? mainLanguageOf(values, fallback.value);
    const known = new Set([...languagesOf(values, main), ...addedLanguages.value]);
    known.delete(main);
    const others = inUsualOrder(known);
    // All of thirteen columns are too many to read, and a third one is cut on most screens.
    const isShown = (tag: string, index: number) =>
      chosenColumns.value === undefined ? others.length === 2 || index === 0 : chosenColumns.value.includes(tag);
    return { main, languages: [main, ...others], shown: others.filter(isShown) };
  });
  const rowOf = (id: string) => all.value.rows.find((row) => row.id === id);
  const peekRow = (id: string) => all.peek().rows.find((row) => row.id === id);
  const isOnly = () => columns.peek().languages.length === 1;

  const loadDefaults = async (language: string) => {
    if (defaultTexts.peek()[language] !== undefined) return;
    defaultTexts.value = { ...defaultTexts.peek(), [language]: {} };
    // They are hints only: without them, the fields are empty.
    const texts = await loadDefaultTexts(language).catch(() => ({}));
    defaultTexts.value = { ...defaultTexts.peek(), [language]: texts };
  };

  return {
    columns,
    rows: stableComputed(() =>
      all.value.rows.map(({ id, label, hint, isLong, remove, value }) => ({
        ...{ id, label, hint, isLong, removeWords: remove?.words },
        isShared: typeof value === 'string',
        canBeShared: Object.keys(cellsOf(value, '')).length === 1 && typeof value === 'object',
      })),
    ),
    otherKeys: stableComputed(() => all.value.otherKeys),
    canAddQuestion: computed(() => all.value.addQuestion !== undefined),
    cell(id, language) {
      void loadDefaults(language);
      return stableComputed(() => {
        const row = rowOf(id);
        const { main } = columns.value;
        const cells = cellsOf(row?.value, main);
        const text = cells[language];
        const usual = row?.defaultKey && defaultTexts.value[language]?.[row.defaultKey];
        return {
          text: typeof text === 'object' ? undefined : String(text ?? ''),
          placeholder: borrowedText(cells, language) ?? usual ?? '',
          isMissing: isMissing(row?.value, language),
          problems: row === undefined ? [] : problemsOf(row, language, main),
        };
      });
    },
    missingCount: (language) => computed(() => all.value.rows.filter(({ value }) => isMissing(value, language)).length),
    write(id, language, text) {
      const row = peekRow(id);
      const mainLanguage = columns.peek().main;
      const next = withCell(row?.value, { language, mainLanguage }, text);
      // Beside other languages, what somebody writes is in this one.
      row?.set(typeof next === 'string' && !isOnly() ? { [mainLanguage]: next } : next);
    },
    share(id) {
      const row = peekRow(id);
      const [text] = Object.values(cellsOf(row?.value, columns.peek().main));
      if (typeof text === 'string') row?.set(text);
    },
    remove: (id) => peekRow(id)?.remove?.run(),
    addQuestion: () => all.peek().addQuestion?.(),
    addKey(key) {
      addedKeys.value = [...addedKeys.peek(), key];
    },
    addLanguage(language) {
      const { shown } = columns.peek();
      addedLanguages.value = [...addedLanguages.peek(), language];
      chosenColumns.value = [...shown, language];
    },
    chooseMain(language) {
      chosenMain.value = language;
    },
    toggleColumn(language) {
      const { shown } = columns.peek();
      chosenColumns.value = shown.includes(language)
        ? shown.filter((other) => other !== language)
        : [...shown, language];
    },
    enter(language) {
      const { main } = columns.peek();
      if (main !== fallback.peek() || !isOnly()) chosenMain.value = main;
      if (language !== main) addedLanguages.value = [...new Set([...addedLanguages.peek(), language])];
      if (!isOnly()) settings.previewState.follow({ locale: language });
    },
  };
}

/** As in the lists of languages; those that the chat has no texts in come last. */
function inUsualOrder(languages: ReadonlySet<string>): string[] {
  const usual = languageChoices.map(([code]) => code);
  const place = (tag: string) => (usual.includes(tag) ? usual.indexOf(tag) : usual.length);
  return [...languages].sort().sort((a, b) => place(a) - place(b));
}

/** The row has words by language, but none in this one. A text for all languages is missing in none. */
function isMissing(value: Json | undefined, language: string): boolean {
  const cells = typeof value === 'object' ? cellsOf(value, '') : {};
  return Object.keys(cells).length > 0 && cells[language] === undefined;
}

/** Those of a text by language name the language; the others are about the only one. */
function problemsOf({ value, problems }: WordRow, language: string, mainLanguage: string) {
  if (typeof value === 'object') return problemsAt(problems, language);
  return language === mainLanguage ? problems : [];
}
