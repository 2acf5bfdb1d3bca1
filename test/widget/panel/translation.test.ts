// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { englishTexts, loadTexts, type Texts } from '../../../src/i18n/index.ts';
import { readOptions, type WidgetOptions } from '../../../src/options/index.ts';
import { createTranslation, loadFirstTexts } from '../../../src/widget/panel/translation.ts';
import { manualClock } from '../../support/manual-clock.ts';

const translations: ReturnType<typeof createTranslation>[] = [];
const english = { locale: 'en', texts: englishTexts };

function translate(overrides: WidgetOptions, failures = 0) {
  const clock = manualClock();
  let attempts = 0;
  const load = async (locale: string) => {
    attempts += 1;
    if (attempts <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return loadTexts(locale);
  };
  const requests = () => attempts;
  const { options } = readOptions({ proxy: {}, attributes: {}, overrides });
  const chosenLocale = signal<string | undefined>(undefined);
  const translation = createTranslation({ options: signal(options), chosenLocale, first: english, load, clock });
  translations.push(translation);
  const shown = () => {
    const { direction, language, t } = translation.translator.value;
    return { direction, language, text: t('send') };
  };
  return { clock, shown, chosenLocale, load, requests };
}

// So that an attempt takes no longer than a turn of the event loop.
beforeAll(() => Promise.all(['de', 'ar'].map(loadTexts)));

afterEach(() => {
  for (const translation of translations.splice(0)) translation.dispose();
});

describe('the texts', () => {
  it('are in the visitor’s language as soon as it is loaded', async () => {
    const { clock, shown } = translate({ locale: 'de' });
    expect(shown()).toMatchObject({ language: 'en', text: 'Send' });
    await clock.advance(0);
    expect(shown()).toMatchObject({ language: 'de', text: 'Senden' });
  });

  // English texts were returned in place of the language that failed to load, and called German.
  it('are never English under another language: one that fails to load is tried again', async () => {
    const { clock, shown } = translate({ locale: 'ar' }, 2);
    await clock.advance(0);
    expect(shown()).toEqual({ direction: 'ltr', language: 'en', text: 'Send' });
    await clock.advance(2_000);
    expect(shown()).toMatchObject({ language: 'en', text: 'Send' });
    await clock.advance(4_000);
    expect(shown()).toMatchObject({ direction: 'rtl', language: 'ar' });
    expect(clock.pending).toBe(0);
  });

  it('stay in the language before if the one that the visitor chooses fails to load', async () => {
    const { clock, shown, chosenLocale } = translate({ locale: 'en' }, 1);
    chosenLocale.value = 'de';
    await clock.advance(0);
    expect(shown()).toMatchObject({ language: 'en', text: 'Send' });
    dispatchEvent(new Event('online'));
    await clock.advance(0);
    expect(shown()).toMatchObject({ language: 'de', text: 'Senden' });
  });

  // Each change of the locale began to load at once what had just failed.
  it('are requested once per language by a page that changes between two of them in a loop', async () => {
    const { clock, chosenLocale, requests } = translate({ locale: 'en' }, Number.POSITIVE_INFINITY);
    for (let count = 0; count < 25; count++) {
      for (const locale of ['de', 'ar']) {
        chosenLocale.value = locale;
        await clock.advance(1);
      }
    }
    expect(requests()).toBe(2);
  });

  // The panel appeared in English first, and so did the name of the launcher.
  it('are in the visitor’s language from the start if that was loaded before', async () => {
    const { clock, load } = translate({});
    const first = await loadFirstTexts(['de'], load, clock);
    const { options } = readOptions({ proxy: {}, attributes: {}, overrides: { locale: 'de' } });
    const translation = createTranslation({ options: signal(options), chosenLocale: signal(undefined), first, clock });
    translations.push(translation);
    expect(translation.translator.value.t('send')).toBe('Senden');
  });

  it.each([
    ['fails to load', 1, 0],
    ['loads for too long', 0, 3_000],
  ])('do not hold the panel up if the language %s', async (_, failures, waitMs) => {
    const { clock, load } = translate({ locale: 'en' }, failures);
    const hang = (locale: string) => (locale === 'de' ? new Promise<never>(() => {}) : loadTexts(locale));
    const first = loadFirstTexts(['de'], waitMs > 0 ? hang : load, clock);
    await clock.advance(waitMs);
    expect(await first).toEqual(english);
  });

  it.each(['en', 'de', 'sv'])('are loaded in one language only for a visitor who reads %s', async (locale) => {
    const load = vi.fn(loadTexts);
    const first = await loadFirstTexts([locale], load, manualClock());
    expect(load.mock.calls).toEqual([[locale]]);
    expect(first).toEqual({ locale, texts: await loadTexts(locale) });
  });

  it('that come after English has failed, too, are better than none', async () => {
    const clock = manualClock();
    const german = Promise.withResolvers<Texts>();
    const load = (locale: string) => (locale === 'de' ? german.promise : Promise.reject(new TypeError('offline')));
    const first = loadFirstTexts(['de'], load, clock);
    await clock.advance(3_000);
    german.resolve(await loadTexts('de'));
    expect(await first).toEqual({ locale: 'de', texts: await loadTexts('de') });
  });

  it('let the panel fail, which the visitor can try again, if there are none at all', async () => {
    const offline = () => Promise.reject(new TypeError('offline'));
    for (const locale of ['en', 'de']) await expect(loadFirstTexts([locale], offline)).rejects.toThrow('offline');
  });

  it.each([
    [{ locale: 'sv' }, 'en', 'ltr', 'Send'],
    [{ locale: 'fa' }, 'en', 'ltr', 'Send'],
    [{ locale: 'sv', texts: { send: 'Skicka' } }, 'sv', 'ltr', 'Skicka'],
    [{ locale: 'de-AT', texts: {} }, 'de-AT', 'ltr', 'Senden'],
  ])('of %j are in %s', async (options, language, direction, text) => {
    const { clock, shown } = translate(options);
    await clock.advance(0);
    expect(shown()).toEqual({ direction, language, text });
  });
});
