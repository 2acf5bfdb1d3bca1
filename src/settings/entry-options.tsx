import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import {
  type Json,
  type JsonObject,
  type JsonSchema,
  type Problem,
  problemsAt,
  settingLabel,
  settingWords,
  withProperty,
} from '../schema-form/index.ts';
import { AddingSelect } from './adding-select.tsx';
import { EntryOption } from './entry-option.tsx';
import type { SettingsState } from './settings-state.ts';

type EntryOptionsProps = {
  settings: SettingsState;
  /** The options that the entry may set, by name. */
  schema: Readonly<Record<string, JsonSchema>>;
  /** Keys of the entry that are no options. */
  ownKeys: readonly string[];
  values: JsonObject;
  problems: readonly Problem[];
  /** Options with a control also where the entry does not set them. Then no others can be chosen here. */
  always?: readonly string[];
  /** Takes the entry's own value of an option away. */
  backWords?: string;
  onChange: (values: JsonObject) => void;
};

/** The options that an entry sets, each with its control, and a way to set another one. */
export function EntryOptions(props: EntryOptionsProps) {
  const { settings, schema, ownKeys, values, problems, always, backWords = 'As everywhere else', onChange } = props;
  /** Chosen, and not set yet. */
  const added = useSignal<readonly string[]>([]);
  const shown = Object.keys(schema).filter(
    (name) =>
      !ownKeys.includes(name) &&
      (Object.hasOwn(values, name) ||
        always?.includes(name) ||
        added.value.includes(name) ||
        problemsAt(problems, name).length > 0),
  );
  const change = (name: string, value: Json | undefined) => onChange(withProperty(values, name, value));
  return (
    <>
      {shown.map((name) => (
        <div key={name} class="entry-option">
          <EntryOption
            settings={settings}
            name={name}
            schema={schema[name] ?? {}}
            value={values[name]}
            unset={backWords}
            problems={problemsAt(problems, name)}
            onChange={(value) => change(name, value)}
          />
          {(always === undefined || Object.hasOwn(values, name)) && (
            <button
              type="button"
              class="quiet reset"
              aria-label={`${backWords}: ${settingLabel(name)}`}
              onClick={() => {
                added.value = added.peek().filter((other) => other !== name);
                change(name, undefined);
              }}
            >
              {backWords}
            </button>
          )}
        </div>
      ))}
      {always === undefined && (
        <OptionChoice
          label="Something different"
          names={Object.keys(schema).filter((name) => !ownKeys.includes(name) && !shown.includes(name))}
          onChoose={(name) => {
            added.value = [...added.peek(), name];
          }}
        />
      )}
    </>
  );
}

type OptionChoiceProps = { label: string; names: readonly string[]; onChoose: (name: string) => void };

/** Those in words. The others can be set under "All options". */
export function OptionChoice({ label, names, onChoose }: OptionChoiceProps) {
  const id = useId();
  return (
    <div class="task-field field">
      <label for={id}>{label}</label>
      <AddingSelect
        id={id}
        words="Choose…"
        choices={names.filter((name) => settingWords[name] !== undefined).map((name) => [name, settingLabel(name)])}
        onAdd={onChoose}
      />
    </div>
  );
}
