import { useSignal } from '@preact/signals';
import { fieldNamesOf, type Option, OptionControl } from '../../schema-form/index.ts';
import { adviceOf, appliedValues, settingOf } from './setting.ts';
import type { SettingsPart, SettingsState } from './settings-state.ts';

type SettingControlProps = { settings: SettingsState; option: Option; part: SettingsPart };

/** The generated control of an option of the widget, or of a key of a form, and a way back to the file's value. */
export function SettingControl({ settings, option, part }: SettingControlProps) {
  const { name } = option;
  // An entry that was just added is empty, and therefore invalid, until the operator has filled it in.
  const isNew = useSignal(false);
  const { value, isSaved, isInFile, problems, set, reset } = settingOf(settings, part, name);
  return (
    <div class={isSaved ? 'setting is-saved' : 'setting'}>
      <OptionControl
        option={option}
        fieldNames={part.form === undefined ? [] : fieldNamesOf(appliedValues(settings, part))}
        value={value}
        problems={isNew.value ? [] : [...problems, ...adviceOf(settings, part, name)]}
        onAdd={() => {
          isNew.value = true;
        }}
        onLeave={() => {
          isNew.value = false;
        }}
        onChange={set}
      />
      {isSaved && <ResetButton name={name} isInFile={isInFile} onClick={reset} />}
    </div>
  );
}

type ResetButtonProps = { name: string; isInFile: boolean; onClick: () => void };

/** Takes back what was set here. */
export function ResetButton({ name, isInFile, onClick }: ResetButtonProps) {
  return (
    <button type="button" class="quiet reset" onClick={onClick}>
      {isInFile ? 'Back to the configuration file' : 'Back to the default'}
      <span class="visually-hidden"> of {name}</span>
    </button>
  );
}
