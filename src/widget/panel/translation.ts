import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { chooseLocale, createTranslator, isBuiltIn, loadTexts, type Texts, type Translator } from '../../i18n/index.ts';
import type { ResolvedOptions } from '../../options/index.ts';

export type Translation = {
  readonly translator: ReadonlySignal<Translator>;
  /** Sets the language that the visitor chose. */
  setLocale(locale: string): void;
  dispose(): void;
};

/** The texts in the visitor's choice of language, the option's, the page's or the browser's. English until they are loaded. */
export function createTranslation(options: ReadonlySignal<ResolvedOptions>): Translation {
  const chosenLocale = signal<string | null>(null);
  const loaded = signal<{ locale: string; texts: Partial<Texts> }>({ locale: 'en', texts: {} });
  const locale = computed(() =>
    chooseLocale(chosenLocale.value, options.value.locale, document.documentElement.lang, navigator.language),
  );
  const stopLoading = effect(() => {
    let isCurrent = true;
    const next = locale.value;
    // At once, because a panel that is rendered a second time opens later.
    if (isBuiltIn(next)) {
      loaded.value = { locale: next, texts: {} };
      return;
    }
    void loadTexts(next).then((texts) => {
      if (isCurrent) loaded.value = { locale: next, texts };
    });
    return () => {
      isCurrent = false;
    };
  });
  return {
    translator: computed(() => createTranslator(loaded.value.locale, [options.value.texts, loaded.value.texts])),
    setLocale(next) {
      chosenLocale.value = next;
    },
    dispose: stopLoading,
  };
}
