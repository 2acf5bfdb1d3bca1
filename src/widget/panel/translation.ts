import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Clock } from '../../clock.ts';
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
import { keepTrying } from './keep-trying.ts';

export type Translation = {
  readonly translator: ReadonlySignal<Translator>;
  /** Sets the language that the visitor chose. */
  setLocale(locale: string): void;
  dispose(): void;
};

/**
 * The texts in the language that the visitor chose, otherwise that of the option, of the page or of the browser. They are
 * those before, at first English, until that language is loaded.
 */
export function createTranslation(
  options: ReadonlySignal<ResolvedOptions>,
  load: typeof loadTexts = loadTexts,
  clock?: Clock,
): Translation {
  const chosenLocale = signal<string | null>(null);
  const loaded = signal<{ locale: string; texts: Partial<Texts> }>({ locale: 'en', texts: {} });
  const locale = computed(() =>
    chooseLocale(chosenLocale.value, options.value.locale, document.documentElement.lang, navigator.language),
  );
  const stopLoading = effect(() => {
    const next = locale.value;
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
    setLocale(next) {
      chosenLocale.value = next;
    },
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
