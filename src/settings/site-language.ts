import { type JsonObject, mainLanguageOf } from '../schema-form/index.ts';
import { appliedValues } from './setting.ts';
import type { SettingsState } from './settings-state.ts';

/** The language of texts that are for all languages, as the page "Words" assumes it. */
export function mainLanguageOfSite(settings: SettingsState): string {
  return siteLanguageOf(appliedValues(settings, {}));
}

/** The same of the options of a widget. */
export function siteLanguageOf({ title, greeting, starters, locale }: JsonObject): string {
  return mainLanguageOf([title, greeting, starters], typeof locale === 'string' ? locale : 'en');
}
