import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { createTranslator, languageNames, loadTexts, textsIn } from '../../i18n/index.ts';
import { readOptions } from '../../options/index.ts';
import { languageOf } from '../../protocol/locale.ts';
import type { InlinedConfig } from '../../protocol/proxy/public-config.ts';
import type { ProxyConfig } from '../config/schema.ts';

export type LoadFailure = ReturnType<typeof createLoadFailure>;

/** The launcher's text for a panel that cannot be loaded. */
export function createLoadFailure({ widget }: Pick<ProxyConfig, 'widget'>) {
  const { locale, texts } = readOptions({ proxy: widget, attributes: {}, overrides: {} }).options;
  const supports = Object.keys(languageNames);
  const isEnglishChanged = texts.unavailable !== undefined || texts.tryAgain !== undefined;
  return {
    /**
     * The language that the widget will probably use: the configured one, else the browser's. The page's language is not
     * known here; if it differs, the launcher uses English.
     */
    guessLanguage: (c: Context): string =>
      locale === undefined
        ? accepts(c, {
            header: 'Accept-Language',
            supports,
            default: 'en',
            match: (accepted) => findLanguage(accepted.map(({ type }) => type)),
          })
        : findLanguage([locale]),
    /** The text for `failed`; empty if it is the English one in leadchat.js. */
    async textIn(language: string): Promise<Pick<InlinedConfig, 'failed'>> {
      if (language === 'en' && !isEnglishChanged) return {};
      const own = await loadTexts(language);
      const launcherName = createTranslator(language, own).t('openChat');
      const { t } = createTranslator(language, own, [textsIn(texts, language)]);
      return { failed: { [launcherName]: `${t('unavailable')} ${t('tryAgain')}` } };
    },
  };

  /** Finds a language for tags with regions, such as `de-AT`. */
  function findLanguage(locales: readonly string[]): string {
    return locales.map(languageOf).find((name) => supports.includes(name)) ?? 'en';
  }
}
