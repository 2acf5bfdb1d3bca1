import {
  type Json,
  type JsonSchema,
  languageChoices,
  type Problem,
  settingLabel,
  settingWords,
  textOptions,
} from '../schema-form/index.ts';
import { AskAfterField } from './ask-after-field.tsx';
import { GreetingsList } from './greetings-list.tsx';
import { HoursField } from './hours/hours-field.tsx';
import { objectOf } from './json-value.ts';
import { NoteField, newNote } from './note-field.tsx';
import { OwnWordsField } from './own-words-field.tsx';
import { ColorControl } from './pages/color-field.tsx';
import { ProblemNotes } from './problem-notes.tsx';
import { QuestionsField } from './questions-field.tsx';
import type { Setting } from './setting.ts';
import type { SettingsState } from './settings-state.ts';
import { useMainLanguage } from './site-language.ts';
import { OptionField } from './task-field.tsx';
import { TextsField } from './texts-field.tsx';
import { useSetting } from './use-setting.ts';

type EntryOptionProps = {
  settings: SettingsState;
  name: string;
  schema: JsonSchema;
  value: Json | undefined;
  /** What applies where the entry does not set it. */
  unset: string;
  problems: readonly Problem[];
  onChange: (value: Json | undefined) => void;
};

/** The control of an option that is set for some pages or for a variant, as on the option's own page. */
export function EntryOption({ settings, name, schema, value, unset, problems, onChange }: EntryOptionProps) {
  const mainLanguage = useMainLanguage(settings);
  const label = settingLabel(name);
  const shared = { settings, value, problems, onChange };
  if (textOptions.includes(name)) {
    const text = typeof value === 'boolean' ? undefined : value;
    return (
      <>
        {name === 'disclosure' && (
          <NoteField value={value} values={{ ours: true, own: text ?? newNote, none: false }} onChange={onChange} />
        )}
        {(name !== 'disclosure' || text !== undefined) && (
          <TextsField
            label={label}
            value={text}
            placeholder={unset}
            fallbackLanguage={mainLanguage}
            problems={problems}
            onChange={onChange}
          />
        )}
      </>
    );
  }
  switch (name) {
    case 'triggers':
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
    case 'askAfter':
      return (
        <>
          <AskAfterField value={value} unset={unset} onChange={onChange} />
          <ProblemNotes problems={problems} />
        </>
      );
    case 'starters':
      return <QuestionsField {...shared} />;
    case 'texts':
      return <OwnWordsField {...shared} label={label} />;
    case 'hours':
      return <HoursField {...shared} />;
    case 'color':
      return <EntryColor {...shared} />;
    default: {
      if (settingWords[name] === undefined) {
        return (
          <>
            <p>
              {label}: set under <a href="#/settings/all">All options</a>, and changed there.
            </p>
            <ProblemNotes problems={problems} />
          </>
        );
      }
      const choices = choicesOf(name, schema, settings);
      const setting: Setting = {
        ...{ value: typeof value === 'boolean' ? String(value) : value, isSaved: false, isInFile: false },
        problems: [...problems],
        set: (next) => onChange(schema.type === 'boolean' && next !== undefined ? next === 'true' : next),
        reset: () => onChange(undefined),
      };
      return (
        <OptionField
          // A switch could not show that it is not set.
          option={{ name, schema: schema.type === 'boolean' ? {} : schema }}
          setting={setting}
          {...(choices && { choices: [['', unset] as const, ...choices] })}
        />
      );
    }
  }
}

type EntryColorProps = Pick<EntryOptionProps, 'settings' | 'value' | 'problems' | 'onChange'>;

/** Where the entry sets no color, that of the site applies. */
function EntryColor({ settings, value, problems, onChange }: EntryColorProps) {
  const ofSite = useSetting(settings, {}, 'color').value;
  return <ColorControl value={value} problems={[...problems]} set={onChange} usual={ofSite} />;
}

const yesOrNo = [['true', 'Yes'] as const, ['false', 'No'] as const];

/** What is chosen from a list, though the schema allows other values. */
function choicesOf(
  name: string,
  { type }: JsonSchema,
  { forms }: SettingsState,
): readonly (readonly [string, string])[] | undefined {
  if (type === 'boolean') return yesOrNo;
  if (name === 'locale') return languageChoices;
  return name === 'form' ? forms.value.map((form) => [form, form] as const) : undefined;
}
