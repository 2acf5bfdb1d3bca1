import type { SavedSettings } from '../protocol/admin/settings.ts';
import { formAdvice, type Json, type JsonObject, optionAdvice, type Problem } from '../schema-form/index.ts';
import { jsonOf, objectOf } from './json-value.ts';
import type { SettingsPart, SettingsState } from './settings-state.ts';

/** One option of the widget, or one key of a form, as the draft has it. */
export type Setting = {
  value: Json | undefined;
  /** It is set here, and not in the configuration file. */
  isSaved: boolean;
  isInFile: boolean;
  problems: Problem[];
  /** Undefined: as if nobody had set it. */
  set(value: Json | undefined): void;
  /** Back to the configuration file, or to the default. */
  reset(): void;
};

export function settingOf(settings: SettingsState, part: SettingsPart, name: string): Setting {
  const { draft, loaded } = settings;
  const file = fileValues(settings, part);
  const saved = part.form === undefined ? draft.value.widget : (draft.value.forms[part.form] ?? {});
  const inFile = jsonOf(file?.[name]);
  const isSaved = Object.hasOwn(saved, name);
  const path = part.form === undefined ? `widget.${name}` : `forms.${part.form}.${name}`;
  const set = (value: SavedSettings['widget'][string] | undefined) => settings.set(part, name, value);
  return {
    value: isSaved ? (saved[name] ?? undefined) : inFile,
    isSaved,
    isInFile: loaded.value !== null && inFile !== undefined,
    problems: settings.newEntry.problems.value.flatMap((issue) => problemOf(issue, path)),
    set: (value) => set(value ?? (inFile === undefined ? undefined : null)),
    reset: () => set(undefined),
  };
}

/** Everything that the draft sets in this part. */
export function appliedValues(settings: SettingsState, part: SettingsPart): JsonObject {
  const { draft } = settings;
  const saved = part.form === undefined ? draft.value.widget : draft.value.forms[part.form];
  return objectOf({ ...fileValues(settings, part), ...saved });
}

/** What applies on the site: where what was switched off begins when it is switched on again. */
export function appliedValue({ loaded }: SettingsState, { form }: SettingsPart, name: string): Json | undefined {
  const applies = loaded.value?.applies;
  return jsonOf((form === undefined ? applies?.widget : applies?.forms[form])?.[name]);
}

/** What is valid, but does not do what its author probably wants. */
export function adviceOf(settings: SettingsState, part: SettingsPart, name: string): readonly Problem[] {
  const advice = part.form === undefined ? optionAdvice : formAdvice;
  return advice(appliedValues(settings, part)).get(name) ?? [];
}

function fileValues({ loaded }: SettingsState, part: SettingsPart) {
  return part.form === undefined ? loaded.value?.file.widget : loaded.value?.file.forms[part.form];
}

/** Nothing, unless the issue is about this setting. */
function problemOf({ path, message }: { path: string; message: string }, setting: string): Problem[] {
  if (path === setting) return [{ path: [], message }];
  return path.startsWith(`${setting}.`) ? [{ path: path.slice(setting.length + 1).split('.'), message }] : [];
}
