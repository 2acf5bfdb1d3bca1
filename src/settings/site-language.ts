import { mainLanguageOf } from '../schema-form/index.ts';
import { settingOf } from './setting.ts';
import type { SettingsState } from './settings-state.ts';

/** The language of texts that are for all languages, as the page "Words" assumes it. */
export function mainLanguageOfSite(settings: SettingsState): string {
  const valueIn = (name: string) => settingOf(settings, {}, name).value;
  const locale = valueIn('locale');
  return mainLanguageOf(['title', 'greeting', 'starters'].map(valueIn), typeof locale === 'string' ? locale : 'en');
}
