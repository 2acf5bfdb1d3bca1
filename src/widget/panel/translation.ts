import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type Clock, systemClock, withTimeout } from '../../clock.ts';
import { keepTrying } from '../../core/index.ts';
import {
  chooseLocale,
  createTranslator,
  languageOfTexts,
  loadTexts,
  localeOfTexts,
  type Texts,
  type Translator,
  textsIn,
} from '../../i18n/index.ts';
import { getStorage, localeKey, type ResolvedOptions, readText } from '../../options/index.ts';
import { pageDocument } from '../../page-globals.ts';
import { type SharedLoad, shareLoad } from '../../shared-load.ts';
import type { PanelDeps } from '../launcher/index.ts';

export type LoadedTexts = { readonly locale: string; readonly texts: Texts };

export type TranslationDeps = {
  options: ReadonlySignal<ResolvedOptions>;
  /** The language that the visitor has chosen. */
  chosenLocale: ReadonlySignal<string | undefined>;
  /** What the panel begins with. */
  first: LoadedTexts;
  load?: typeof loadTexts;
  clock?: Clock;
};

const isText = (value: unknown) => typeof value === 'string';

/** After this time the panel appears in English, and changes to the visitor's language later. */
const firstTextsTimeoutMs = 3_000;

/**
 * Loads the texts that the panel begins with: those of the visitor's language, so that it does not appear in English first. If
 * they fail or take too long, English ones, which are loaded only then. Rejects if there are none at all.
 */
export async function loadFirstTexts(
  candidates: readonly unknown[],
  load: typeof loadTexts = loadTexts,
  clock: Clock = systemClock,
): Promise<LoadedTexts> {
  const locale = chooseLocale(...candidates.filter(isText), document.documentElement.lang, navigator.language);
  const loading = load(locale).then((texts) => ({ locale, texts }));
  if (localeOfTexts(locale) === 'en') return loading;
  const loaded = loading.catch(() => undefined);
  const inTime = await withTimeout(loaded, { clock, timeoutMs: firstTextsTimeoutMs, late: undefined });
  return (
    inTime ??
    load('en')
      .then((texts) => ({ locale: 'en', texts }))
      .catch(() => loading)
  );
}

/**
 * The texts in the language that the visitor chose, otherwise that of the option, of the page or of the browser. Until that
 * language is loaded, they are those before.
 */
export function createTranslation({ options, chosenLocale, first, load = loadTexts, clock }: TranslationDeps) {
  const loaded = signal(first);
  /** By locale: each change of it begins to load anew, also when a page changes between two. */
  const loads = new Map<string, SharedLoad<Texts>>();
  const locale = computed(() =>
    chooseLocale(chosenLocale.value, options.value.locale, pageDocument.documentElement.lang, navigator.language),
  );
  const stopLoading = effect(() => {
    const next = locale.value;
    if (next === loaded.peek().locale) return;
    const shared = loads.get(next) ?? shareLoad(() => load(next), clock);
    loads.set(next, shared);
    const attempt = {
      ...shared,
      onLoaded(texts: Texts) {
        loaded.value = { locale: next, texts };
      },
      // What is shown stays, with its own language.
      onFailed() {},
    };
    return keepTrying(attempt, clock).stop;
  });
  return {
    translator: computed(() => translatorFor(loaded.value, options.value)),
    dispose: () => stopLoading(),
  };
}

/**
 * Another tab has stored the language that the visitor chose there, another widget has told of it, or another page in this tab,
 * which one in the back/forward cache does not hear of. Not by the chat, which shares its conversation: a page that has no chat
 * yet shows the language, too. One that was deleted stays here: the visitor may only have withdrawn the consent.
 */
export function followChosenLocale({ get, setFacts, signal }: Pick<PanelDeps, 'get' | 'setFacts' | 'signal'>): void {
  const follow = (stored: string | null) => {
    if (stored !== null) setFacts({ chosenLocale: stored });
  };
  addEventListener('storage', ({ key, newValue }) => key === localeKey && follow(newValue), { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && follow(readText(getStorage(get().options), localeKey)), {
    signal,
  });
}

/** Tells the other widgets of this page, as the browser tells other tabs, of the language that the visitor has chosen. */
export function shareChosenLocale(locale: string): void {
  dispatchEvent(new StorageEvent('storage', { key: localeKey, newValue: locale }));
}

/** The options `title` and `greeting` win over the texts of the same keys. */
export function translatorFor({ locale, texts: loaded }: LoadedTexts, options: ResolvedOptions): Translator {
  const { title, greeting, texts } = options;
  const language = languageOfTexts(locale, texts, loaded);
  return createTranslator(locale, loaded, [textsIn({ title, greeting }, locale), textsIn(texts, locale)], language);
}
