import { untracked } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { type Setting, settingOf } from './setting.ts';
import type { SettingsPart, SettingsState } from './settings-state.ts';
import { stableComputed } from './stable-computed.ts';

/** One option of the widget, or one key of a form. Only a change of this one draws the component again. */
export function useSetting(settings: SettingsState, { form }: SettingsPart, name: string): Setting {
  const part = useMemo(() => (form === undefined ? {} : { form }), [form]);
  const shown = useMemo(
    () =>
      stableComputed(() => {
        const { value, isSaved, isInFile, problems } = settingOf(settings, part, name);
        return { value, isSaved, isInFile, problems };
      }),
    [settings, part, name],
  );
  const { set, reset } = untracked(() => settingOf(settings, part, name));
  return { ...shown.value, set, reset };
}
