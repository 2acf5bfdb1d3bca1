import { untracked } from '@preact/signals';
import { type Json, problemsAt, withProperty } from '../schema-form/index.ts';
import { objectOf } from './json-value.ts';
import { adviceOf, type Setting, settingOf } from './setting.ts';
import type { SettingsPart, SettingsState } from './settings-state.ts';
import { useStable } from './use-stable.ts';

/** One option of the widget, or one key of a form. Only a change of this one draws the component again. */
export function useSetting(settings: SettingsState, { form }: SettingsPart, name: string): Setting {
  const shown = useStable(() => {
    const { value, isSaved, isInFile, problems } = settingOf(settings, partOf(form), name);
    return { value, isSaved, isInFile, problems };
  }, [settings, form, name]);
  const { set, reset } = untracked(() => settingOf(settings, partOf(form), name));
  return { ...shown, set, reset };
}

/** One property of a setting that is an object. Only a change of this one draws the component again. */
export function useSettingPart(
  settings: SettingsState,
  { form }: SettingsPart,
  name: string,
  key: string,
): Pick<Setting, 'value' | 'problems' | 'set'> {
  const shown = useStable(() => {
    const { value, problems } = settingOf(settings, partOf(form), name);
    const advice = adviceOf(settings, partOf(form), name);
    return { value: objectOf(value)[key], problems: problemsAt([...problems, ...advice], key) };
  }, [settings, form, name, key]);
  const set = (next: Json | undefined) => {
    const { value, set } = settingOf(settings, partOf(form), name);
    set(withProperty(objectOf(value), key, next));
  };
  return { ...shown, set };
}

function partOf(form: string | undefined): SettingsPart {
  return form === undefined ? {} : { form };
}
