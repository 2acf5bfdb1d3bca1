import { useSignal } from '@preact/signals';
import { type Json, type JsonObject, type Problem, problemsAt } from '../../schema-form/index.ts';
import { dayOf } from '../day-of.ts';
import { ProblemTexts } from '../forms/problem-texts.tsx';
import { objectOf } from '../json-value.ts';
import { EntryControls, type NewEntry, useNewEntry } from '../new-entry.tsx';
import type { SettingsState } from '../settings-state.ts';
import { useMainLanguage } from '../site-language.ts';
import { TextsField } from '../texts-field.tsx';
import { useFocusNext } from '../use-focus-next.ts';
import { useRemoved } from '../use-removed.tsx';

type HolidaysEditorProps = {
  settings: SettingsState;
  legend: string;
  hint: string;
  /** What an entry is: "holiday". */
  noun: string;
  /** Whether visitors read why nobody answers. */
  hasText: boolean;
  /** The words of the button. */
  add: string;
  closed: Json | undefined;
  problems: readonly Problem[];
  onChange: (closed: Json | undefined) => void;
};

/** Days on which nobody answers. */
export function HolidaysEditor(props: HolidaysEditorProps) {
  const { settings, legend, hint, noun, hasText, add, closed, problems, onChange } = props;
  const entries = Array.isArray(closed) ? closed.map(objectOf) : [];
  const language = useMainLanguage(settings);
  const { root, focusNext } = useFocusNext<HTMLFieldSetElement>();
  const newEntry = useNewEntry(settings);
  const said = useSignal('');
  const removed = useRemoved(entries, (before) => {
    focusNext('.add-holiday');
    said.value = 'It is back.';
    change(before);
  });
  const change = (next: readonly JsonObject[]) => onChange(next.length === 0 ? undefined : [...next]);
  return (
    <fieldset class="task-field holidays" ref={root}>
      <legend>{legend}</legend>
      <p class="hint">{hint}</p>
      {entries.map((entry, index) => (
        <Holiday
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry's place is its identity
          key={index}
          name={`${noun} ${index + 1}`}
          hasText={hasText || entry.text !== undefined}
          entry={entry}
          language={language}
          problems={problemsAt(problems, index)}
          newEntry={newEntry}
          at={index}
          onChange={(next) => change(entries.map((old, at) => (at === index ? next : old)))}
          onRemove={() => {
            focusNext('.add-holiday');
            newEntry.leave();
            const next = entries.toSpliced(index, 1);
            said.value = `Removed: ${noun} ${index + 1}.`;
            removed.remember(said.value, entries, next);
            change(next);
          }}
        />
      ))}
      <p class="visually-hidden" role="status">
        {said.value}
      </p>
      {removed.note}
      <button
        type="button"
        class="small-button add-holiday"
        onClick={() => {
          focusNext('.holiday:last-of-type input');
          const today = dayOf(new Date());
          change([...entries, { from: today, to: today }]);
          newEntry.add(entries.length);
        }}
      >
        {add}
      </button>
    </fieldset>
  );
}

type HolidayProps = {
  /** "holiday 1" */
  name: string;
  hasText: boolean;
  entry: JsonObject;
  /** Of a text for all languages. */
  language: string;
  problems: readonly Problem[];
  newEntry: NewEntry;
  at: number;
  onChange: (entry: JsonObject) => void;
  onRemove: () => void;
};

function Holiday(props: HolidayProps) {
  const { name, hasText, entry, language, problems, newEntry, at, onChange, onRemove } = props;
  const { from, to, text } = entry;
  const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');
  return (
    <EntryControls class="holiday" newEntry={newEntry} at={at}>
      <label>
        First day<span class="visually-hidden"> of {name}</span>
        <input
          type="date"
          value={textOf(from)}
          onChange={({ currentTarget: { value } }) => {
            // A day that moves takes the last one along.
            onChange({ ...entry, from: value, to: textOf(to) < value || to === from ? value : textOf(to) });
          }}
        />
      </label>
      <label>
        Last day<span class="visually-hidden"> of {name}</span>
        <input
          type="date"
          min={textOf(from)}
          value={textOf(to)}
          onChange={({ currentTarget: { value } }) => onChange({ ...entry, to: value })}
        />
      </label>
      {hasText && (
        <TextsField
          label="What visitors read"
          about={`on ${name}`}
          value={text}
          placeholder="Closed for the holidays"
          fallbackLanguage={language}
          problems={problemsAt(problems, 'text')}
          onChange={(next) => onChange(withText(entry, next))}
        />
      )}
      <button type="button" class="quiet remove-holiday" onClick={onRemove}>
        Remove<span class="visually-hidden"> {name}</span>
      </button>
      <ProblemTexts problems={problems.filter(({ path }) => path[0] !== 'text')} />
    </EntryControls>
  );
}

function withText({ text: _, ...days }: JsonObject, text: Json | undefined): JsonObject {
  return text === undefined ? days : { ...days, text };
}
