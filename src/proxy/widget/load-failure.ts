import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { createTranslator, languages, loadTexts } from '../../i18n/index.ts';
import { readOptions } from '../../options/index.ts';
import type { InlinedConfig } from '../../protocol/index.ts';
import type { ProxyConfig } from '../config/schema.ts';

export type LoadFailure = {
  /**
   * The language that the widget will probably speak: that of the configuration, else the browser's. The page's own is not
   * known here; where it is another one, the launcher speaks English.
   */
  guessLanguage(c: Context): string;
  /** Nothing where the text is that of leadchat.js itself. */
  textIn(language: string): Promise<Pick<InlinedConfig, 'failed'>>;
};

/** What the launcher says when the panel cannot be loaded. */
export function createLoadFailure({ widget }: Pick<ProxyConfig, 'widget'>): LoadFailure {
  const { locale, texts } = readOptions({ proxy: widget, attributes: {}, overrides: {} }).options;
  const supports = Object.keys(languages);
  const isEnglishChanged = texts.unavailable !== undefined || texts.tryAgain !== undefined;
  return {
    guessLanguage: (c) =>
      locale === undefined
        ? accepts(c, {
            header: 'Accept-Language',
            supports,
            default: 'en',
            match: (accepted) => findLanguage(accepted.map(({ type }) => type)),
          })
        : findLanguage([locale]),
    async textIn(language) {
      if (language === 'en' && !isEnglishChanged) return {};
      const own = await loadTexts(language);
      const launcherName = createTranslator(language, [own]).t('openChat');
      const { t } = createTranslator(language, [texts, own]);
      return { failed: { [launcherName]: `${t('unavailable')} ${t('tryAgain')}` } };
    },
  };

  /** Browsers name regions (`de-AT`); the widget has languages. */
  function findLanguage(locales: readonly string[]): string {
    return locales.map((name) => name.slice(0, 2).toLowerCase()).find((name) => supports.includes(name)) ?? 'en';
  }
}
