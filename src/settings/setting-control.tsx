import { type ReadonlySignal, untracked } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { fieldNamesOf, type Option, OptionControl, type ProblemsByName } from '../schema-form/index.ts';
import { useNewEntry } from './new-entry.tsx';
import { adviceOf, appliedValues, settingOf } from './setting.ts';
import type { SettingsPart, SettingsState } from './settings-state.ts';
import { stableComputed } from './stable-computed.ts';

type SettingControlProps = {
  settings: SettingsState;
  option: Option;
  part: SettingsPart;
  /** What is advised about all settings of the part, so that not each of many controls has to find it. */
  advice?: ReadonlySignal<ProblemsByName>;
};

/** The generated control of an option of the widget, or of a key of a form, and a way back to the file's value. */
export function SettingControl({ settings, option, part, advice }: SettingControlProps) {
  const { name } = option;
  // There are a hundred controls, and each key in one of them changes the draft: only what differs is drawn again. Not with
  // useComputed(), which draws with every parent.
  const now = useMemo(
    () => createShown({ settings, option, part, ...(advice && { advice }) }),
    [settings, option, part, advice],
  );
  const { problems, fieldNames } = now.value;
  const { place, add, leave } = useNewEntry(settings);
  const { value, isSaved, isInFile, set, reset } = untracked(() => settingOf(settings, part, name));
  return (
    <div class={isSaved ? 'setting is-saved' : 'setting'}>
      <OptionControl
        option={option}
        fieldNames={fieldNames}
        value={value}
        problems={place === undefined ? problems : []}
        onAdd={() => add(0)}
        onLeave={leave}
        onChange={set}
      />
      {isSaved && <ResetButton name={name} isInFile={isInFile} onClick={reset} />}
    </div>
  );
}

/** What a control shows besides its value. It stays the same as long as nothing that the control shows has changed. */
function createShown({ settings, option: { name }, part, advice }: SettingControlProps) {
  return stableComputed(() => {
    const { value, isSaved, isInFile, problems } = settingOf(settings, part, name);
    const advised = advice === undefined ? adviceOf(settings, part, name) : (advice.value.get(name) ?? []);
    const fieldNames = part.form === undefined ? [] : fieldNamesOf(appliedValues(settings, part));
    return { value, isSaved, isInFile, fieldNames, problems: [...problems, ...advised] };
  });
}

const firstControl = 'input, select, textarea, button:not(.reset)';

type ResetButtonProps = { name: string; isInFile: boolean; onClick: () => void };

/** Takes back what was set here. */
export function ResetButton({ name, isInFile, onClick }: ResetButtonProps) {
  return (
    <button
      type="button"
      class="quiet reset"
      onClick={({ currentTarget }) => {
        // The button is gone once nothing is set.
        currentTarget.parentElement?.querySelector<HTMLElement>(firstControl)?.focus();
        onClick();
      }}
    >
      {isInFile ? 'Back to the configuration file' : 'Back to the default'}
      <span class="visually-hidden"> of {name}</span>
    </button>
  );
}
