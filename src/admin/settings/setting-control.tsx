import { useComputed, useSignal } from '@preact/signals';
import type { Issue } from '../../protocol/index.ts';
import {
  fieldNamesOf,
  formAdvice,
  type Option,
  OptionControl,
  optionAdvice,
  type Problem,
} from '../../schema-form/index.ts';
import { jsonOf, objectOf } from './json-value.ts';
import type { SettingsPart, SettingsState } from './settings-state.ts';

type SettingControlProps = { settings: SettingsState; option: Option; part: SettingsPart };

/** An option of the widget, or a key of a form: its control, where its value comes from, and a way back to the file's. */
export function SettingControl({ settings, option, part }: SettingControlProps) {
  const { name } = option;
  // An entry that was just added is empty, and therefore invalid, until the operator has filled it in.
  const isNew = useSignal(false);
  const path = part.form === undefined ? `widget.${name}` : `forms.${part.form}.${name}`;
  const problems = useComputed(() => settings.issues.value.flatMap((issue) => problemOf(issue, path)));
  const { draft, loaded } = settings;
  const saved = part.form === undefined ? draft.value.widget : (draft.value.forms[part.form] ?? {});
  const file = part.form === undefined ? loaded.value?.file.widget : loaded.value?.file.forms[part.form];
  const inFile = jsonOf(file?.[name]);
  const isSaved = Object.hasOwn(saved, name);
  const value = isSaved ? (saved[name] ?? undefined) : inFile;
  const applies = objectOf({ ...file, ...saved });
  const advice = (part.form === undefined ? optionAdvice : formAdvice)(applies).get(name) ?? [];
  return (
    <div class={isSaved ? 'setting is-saved' : 'setting'}>
      <OptionControl
        option={option}
        fieldNames={fieldNamesOf(applies)}
        value={value}
        problems={isNew.value ? [] : [...problems.value, ...advice]}
        onAdd={() => {
          isNew.value = true;
        }}
        onLeave={() => {
          isNew.value = false;
        }}
        onChange={(next) => settings.set(part, name, next ?? (inFile === undefined ? undefined : null))}
      />
      {isSaved && (
        <button type="button" class="quiet" onClick={() => settings.set(part, name, undefined)}>
          {inFile === undefined ? 'Back to the default' : 'Back to the configuration file'}
          <span class="visually-hidden"> of {name}</span>
        </button>
      )}
    </div>
  );
}

/** Nothing, unless the issue is about this setting. */
function problemOf({ path, message }: Issue, setting: string): Problem[] {
  if (path === setting) return [{ path: [], message }];
  return path.startsWith(`${setting}.`) ? [{ path: path.slice(setting.length + 1).split('.'), message }] : [];
}
