import { useId } from 'preact/hooks';
import {
  type Json,
  type JsonObject,
  oftenChoices,
  oftenInWords,
  type Problem,
  problemsAt,
  triggerSentence,
  withProperty,
} from '../schema-form/index.ts';
import { NumberField } from './forms/text-field.tsx';
import { PagesField } from './pages-field.tsx';
import { ProblemNotes } from './problem-notes.tsx';
import { SentenceList } from './sentence-list.tsx';
import type { SettingsState } from './settings-state.ts';
import { useMainLanguage } from './site-language.ts';
import { TextsField } from './texts-field.tsx';

type GreetingsListProps = {
  settings: SettingsState;
  legend: string;
  hint: string;
  entries: readonly JsonObject[];
  problems: readonly Problem[];
  /** @default any number */
  maxEntries: number | undefined;
  onChange: (entries: readonly JsonObject[]) => void;
};

/** When the chat greets or opens by itself, as sentences: for everyone, or in a variant or on a page. */
export function GreetingsList({ settings, maxEntries = Number.POSITIVE_INFINITY, ...list }: GreetingsListProps) {
  return (
    <SentenceList
      {...list}
      settings={settings}
      noun="greeting"
      maxEntries={maxEntries}
      sentence={triggerSentence}
      newEntry={() => ({ type: 'delay', seconds: 20 })}
      onOpen={(_, greeting) => settings.previewState.follow({ greeting, view: 'greeting' })}
    >
      {(trigger, problems, onChange) => (
        <TriggerFields settings={settings} trigger={trigger} problems={problems} onChange={onChange} />
      )}
    </SentenceList>
  );
}

const moments: readonly (readonly [type: string, words: string])[] = [
  ['delay', 'after some time on the page'],
  ['scroll', 'after scrolling'],
  ['exit', 'when the mouse leaves the page at the top'],
  ['url', 'at once'],
];
/** What each moment needs besides. */
const amounts: Readonly<Record<string, { name: string; label: string; usual: number }>> = {
  delay: { name: 'seconds', label: 'Seconds', usual: 20 },
  scroll: { name: 'percent', label: 'Percent of the page', usual: 50 },
};

type TriggerFieldsProps = {
  settings: SettingsState;
  trigger: JsonObject;
  problems: readonly Problem[];
  onChange: (next: JsonObject) => void;
};

function TriggerFields({ settings, trigger, problems, onChange }: TriggerFieldsProps) {
  const id = useId();
  const mainLanguage = useMainLanguage(settings);
  const { type, seconds: _s, percent: _p, ...common } = trigger;
  const amount = typeof type === 'string' ? amounts[type] : undefined;
  const change = (name: string, value: Json | undefined) => onChange(withProperty(trigger, name, value));
  const isTeaser = trigger.action !== 'open';
  const often = typeof trigger.everyHours === 'number' ? trigger.everyHours : 24;
  const isKnown = oftenChoices.some(([hours]) => hours === often);
  return (
    <>
      <div class="task-field field">
        <label for={`${id}-when`}>When</label>
        <select
          id={`${id}-when`}
          value={typeof type === 'string' ? type : ''}
          onChange={({ currentTarget: { value } }) => {
            const needed = amounts[value];
            onChange({ type: value, ...(needed && { [needed.name]: needed.usual }), ...common });
          }}
        >
          {moments.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {amount !== undefined && (
        <NumberField
          label={amount.label}
          value={trigger[amount.name]}
          problems={problemsAt(problems, amount.name)}
          onChange={(value) => change(amount.name, value)}
        />
      )}
      <PagesField
        pattern={trigger.url}
        withAll={true}
        problems={problemsAt(problems, 'url')}
        onChange={(url) => change('url', url)}
      />
      <fieldset class="task-field">
        <legend>What happens</legend>
        <label class="choice">
          <input type="radio" name={`${id}-what`} checked={isTeaser} onChange={() => change('action', undefined)} />
          Show a greeting above the button
        </label>
        <label class="choice">
          <input type="radio" name={`${id}-what`} checked={!isTeaser} onChange={() => change('action', 'open')} />
          Open the chat
        </label>
      </fieldset>
      {isTeaser && (
        <TextsField
          label="Greeting"
          value={trigger.text}
          placeholder="The greeting of the chat"
          fallbackLanguage={mainLanguage}
          problems={problemsAt(problems, 'text')}
          onChange={(text) => change('text', text)}
        />
      )}
      <div class="task-field field">
        <label for={`${id}-often`}>For the same visitor</label>
        <select
          id={`${id}-often`}
          value={String(often)}
          onChange={({ currentTarget: { value } }) => change('everyHours', value === '24' ? undefined : Number(value))}
        >
          {!isKnown && <option value={String(often)}>{oftenInWords(often)}</option>}
          {oftenChoices.map(([hours, words]) => (
            <option key={hours} value={String(hours)}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <ProblemNotes problems={problemsElsewhere(problems, ['seconds', 'percent', 'url', 'text'])} />
    </>
  );
}

/** Those that no control shows. */
function problemsElsewhere(problems: readonly Problem[], shown: readonly string[]): Problem[] {
  return problems.filter(({ path: [key] }) => key !== undefined && !shown.includes(key));
}
