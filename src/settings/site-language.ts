import { type JsonObject, mainLanguageOf } from '../schema-form/index.ts';
import { appliedValues } from './setting.ts';
import type { SettingsState } from './settings-state.ts';
import { useStable } from './use-stable.ts';

/** The language of texts that are for all languages, as the page "Words" assumes it. */
export function useMainLanguage(settings: SettingsState): string {
  return useStable(() => siteLanguageOf(appliedValues(settings, {})), [settings]);
}

/** The same of the options of a widget. */
export function siteLanguageOf({ title, greeting, starters, locale }: JsonObject): string {
  return mainLanguageOf([title, greeting, starters], typeof locale === 'string' ? locale : 'en');
}
