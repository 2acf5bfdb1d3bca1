import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import {
  type Json,
  type JsonObject,
  type JsonSchema,
  OptionControl,
  type Problem,
  problemsAt,
  settingLabel,
  settingWords,
  withProperty,
} from '../schema-form/index.ts';
import { AddingSelect } from './adding-select.tsx';
import { GreetingsList } from './greetings-list.tsx';
import { objectOf } from './json-value.ts';
import { useNewEntry } from './new-entry.ts';
import type { Setting } from './setting.ts';
import type { SettingsState } from './settings-state.ts';
import { useMainLanguage } from './site-language.ts';
import { OptionField } from './task-field.tsx';
import { TextsField } from './texts-field.tsx';

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
            placeholder={always && backWords}
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
            // A switch that differs is off: where it is off everywhere, the operator switches it on.
            if (schema[name]?.type === 'boolean') change(name, false);
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

type EntryOptionProps = {
  settings: SettingsState;
  name: string;
  schema: JsonSchema;
  value: Json | undefined;
  /** In place of the option's own. */
  label?: string;
  placeholder?: string | undefined;
  problems: readonly Problem[];
  onChange: (value: Json | undefined) => void;
};

/** The control of an option in an entry: in words if it has some, else the generated one. */
export function EntryOption(props: EntryOptionProps) {
  const { settings, name, schema, value, label = settingLabel(name), placeholder, problems, onChange } = props;
  const newEntry = useNewEntry(problems);
  const mainLanguage = useMainLanguage(settings);
  if (textOptions.includes(name) && typeof value !== 'boolean') {
    return (
      <TextsField
        label={label}
        value={value}
        placeholder={placeholder}
        fallbackLanguage={mainLanguage}
        problems={problems}
        onChange={onChange}
      />
    );
  }
  if (name === 'triggers') {
    return (
      <GreetingsList
        settings={settings}
        legend={label}
        hint="The first that fits does so, in place of those under “When it appears”."
        entries={Array.isArray(value) ? value.map(objectOf) : []}
        problems={problems}
        maxEntries={schema.maxItems}
        onChange={(entries) => onChange(entries.length === 0 ? undefined : [...entries])}
      />
    );
  }
  const option = { name, schema };
  if (settingWords[name] === undefined || !isSimple(name, schema)) {
    return <OptionControl option={option} value={value} {...newEntry} onChange={onChange} />;
  }
  const setting: Setting = {
    ...{ value, problems: [...problems], isSaved: false, isInFile: false },
    set: onChange,
    reset: () => onChange(undefined),
  };
  const choices =
    name === 'form'
      ? { choices: [['', 'As everywhere else'] as const, ...settings.forms.value.map((form) => [form, form] as const)] }
      : {};
  return <OptionField option={option} label={label} setting={setting} {...choices} />;
}

const textOptions: readonly string[] = ['title', 'greeting', 'launcherText', 'disclosure', 'consentText'];

/** One line: a choice, a switch, a number or a text. A color has a picker in the generated control. */
function isSimple(name: string, { enum: choices, type, anyOf }: JsonSchema): boolean {
  if (name === 'color' || name === 'launcherIcon') return false;
  return choices !== undefined || type === 'boolean' || type === 'string' || anyOf?.[0]?.type === 'number';
}
