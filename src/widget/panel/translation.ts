import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type Clock, systemClock } from '../../clock.ts';
import {
  chooseLocale,
  createTranslator,
  isBuiltIn,
  languageOfTexts,
  loadTexts,
  type Texts,
  type Translator,
  textsIn,
} from '../../i18n/index.ts';
import type { ResolvedOptions } from '../../options/index.ts';
import { pageDocument } from '../../page-globals.ts';
import { keepTrying } from './keep-trying.ts';

export type Translation = {
  readonly translator: ReadonlySignal<Translator>;
  dispose(): void;
};

export type LoadedTexts = { readonly locale: string; readonly texts: Partial<Texts> };

export type TranslationDeps = {
  options: ReadonlySignal<ResolvedOptions>;
  /** The language that the visitor has chosen. */
  chosenLocale: ReadonlySignal<string | undefined>;
  /** What is loaded already. @default English */
  loaded?: LoadedTexts | undefined;
  load?: typeof loadTexts;
  clock?: Clock;
};

const isText = (value: unknown) => typeof value === 'string';

/** After this time the panel appears in English, and changes to the visitor's language later. */
const firstTextsTimeoutMs = 3_000;

/** Loads the texts that the panel begins with, so that it does not appear in English first. Undefined if that fails. */
export async function loadFirstTexts(
  candidates: readonly unknown[],
  load: typeof loadTexts = loadTexts,
  clock: Clock = systemClock,
): Promise<LoadedTexts | undefined> {
  const locale = chooseLocale(...candidates.filter(isText), document.documentElement.lang, navigator.language);
  if (isBuiltIn(locale)) return undefined;
  const timeout = new Promise<undefined>((done) => clock.after(firstTextsTimeoutMs, () => done(undefined)));
  const loading = load(locale).then(
    (texts) => ({ locale, texts }),
    // The panel tries again.
    () => undefined,
  );
  return Promise.race([loading, timeout]);
}

/**
 * The texts in the language that the visitor chose, otherwise that of the option, of the page or of the browser. Until that
 * language is loaded, they are those before.
 */
export function createTranslation({
  options,
  chosenLocale,
  loaded: first = { locale: 'en', texts: {} },
  load = loadTexts,
  clock,
}: TranslationDeps): Translation {
  const loaded = signal(first);
  const locale = computed(() =>
    chooseLocale(chosenLocale.value, options.value.locale, pageDocument.documentElement.lang, navigator.language),
  );
  const stopLoading = effect(() => {
    const next = locale.value;
    if (next === loaded.peek().locale) return;
    // Synchronously, because a second render would delay the opening of the panel.
    if (isBuiltIn(next)) {
      loaded.value = { locale: next, texts: {} };
      return;
    }
    return keepTrying(
      {
        load: () => load(next),
        onLoaded(texts) {
          loaded.value = { locale: next, texts };
        },
        // What is shown stays, with its own language.
        onFailed() {},
      },
      clock,
    );
  });
  return {
    translator: computed(() => translatorFor(loaded.value.locale, options.value, loaded.value.texts)),
    dispose: stopLoading,
  };
}

/** The options `title` and `greeting` win over the texts of the same keys. */
export function translatorFor(locale: string, options: ResolvedOptions, loaded: Partial<Texts> = {}): Translator {
  const { title, greeting, texts } = options;
  // A page may bring the texts of a language that the widget does not have.
  const language = Object.keys(texts).length > 0 ? locale : languageOfTexts(locale);
  return createTranslator(locale, [textsIn({ title, greeting }, locale), textsIn(texts, locale), loaded], language);
}
