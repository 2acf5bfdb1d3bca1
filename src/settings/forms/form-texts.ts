import { cellsOf, type Json, type JsonObject, languagesOf, mainLanguageOf } from '../../schema-form/index.ts';
import { jsonOf, objectOf } from '../json-value.ts';
import { appliedValues, settingOf } from '../setting.ts';
import type { SettingsState } from '../settings-state.ts';
import { questionsOf, readForm } from './form-model.ts';

/** The languages of a form's texts and of the chat's main ones, the main language first. */
export function formLanguages(settings: SettingsState, form: string): readonly string[] {
  const values = appliedValues(settings, { form });
  const model = readForm(values);
  const chat = ['title', 'greeting'].map((name) => settingOf(settings, {}, name).value);
  const texts = [
    ...model.steps.map(({ title }) => title),
    ...questionsOf(model).flatMap(textsOf),
    jsonOf(objectOf(values.consent).text),
    ...chat,
  ];
  const locale = settingOf(settings, {}, 'locale').value;
  return languagesOf(
    texts.filter(isByLanguage),
    mainLanguageOf(texts.filter(isByLanguage), typeof locale === 'string' ? locale : 'en'),
  );
}

function textsOf({ label, placeholder, options }: JsonObject): (Json | undefined)[] {
  return [label, placeholder, ...(Array.isArray(options) ? options.map((option) => objectOf(option).label) : [])];
}

/** A text for all languages says nothing about them. */
function isByLanguage(value: Json | undefined): boolean {
  return typeof value === 'object' && Object.keys(cellsOf(value, 'en')).length > 0;
}
