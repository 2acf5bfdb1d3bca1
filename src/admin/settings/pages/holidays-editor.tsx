import { type Json, type JsonObject, type Problem, problemsAt } from '../../../schema-form/index.ts';
import { dayOf } from '../../format.ts';
import { objectOf } from '../json-value.ts';
import { sentenceOf } from '../sentence.ts';

type HolidaysEditorProps = {
  closed: Json | undefined;
  problems: readonly Problem[];
  onChange: (closed: Json | undefined) => void;
};

/** Days on which nobody answers. */
export function HolidaysEditor({ closed, problems, onChange }: HolidaysEditorProps) {
  const entries = Array.isArray(closed) ? closed.map(objectOf) : [];
  const change = (next: readonly JsonObject[]) => onChange(next.length === 0 ? undefined : [...next]);
  return (
    <fieldset class="task-field holidays">
      <legend>Holidays</legend>
      <p class="hint">On these days the chat says why nobody answers, and nobody is called back.</p>
      {entries.map((entry, index) => (
        <Holiday
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry's place is its identity
          key={index}
          number={index + 1}
          entry={entry}
          problems={problemsAt(problems, index)}
          onChange={(next) => change(entries.map((old, at) => (at === index ? next : old)))}
          onRemove={() => change(entries.filter((_, at) => at !== index))}
        />
      ))}
      <button
        type="button"
        class="small-button"
        onClick={() => {
          const today = dayOf(new Date());
          change([...entries, { from: today, to: today }]);
        }}
      >
        Add a holiday
      </button>
    </fieldset>
  );
}

type HolidayProps = {
  number: number;
  entry: JsonObject;
  problems: readonly Problem[];
  onChange: (entry: JsonObject) => void;
  onRemove: () => void;
};

function Holiday({ number, entry, problems, onChange, onRemove }: HolidayProps) {
  const { from, to, text } = entry;
  const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');
  return (
    <div class="holiday">
      <label>
        First day<span class="visually-hidden"> of holiday {number}</span>
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
        Last day<span class="visually-hidden"> of holiday {number}</span>
        <input
          type="date"
          min={textOf(from)}
          value={textOf(to)}
          onChange={({ currentTarget: { value } }) => onChange({ ...entry, to: value })}
        />
      </label>
      {typeof text === 'object' ? (
        <p class="hint">{Object.values(objectOf(text)).join(' · ')}</p>
      ) : (
        <label class="reason">
          What visitors read<span class="visually-hidden"> on holiday {number}</span>
          <input
            value={textOf(text)}
            placeholder="Closed for the holidays"
            onInput={({ currentTarget: { value } }) => {
              const { text: _, ...others } = entry;
              onChange(value === '' ? others : { ...others, text: value });
            }}
          />
        </label>
      )}
      <button type="button" class="quiet" onClick={onRemove}>
        Remove<span class="visually-hidden"> holiday {number}</span>
      </button>
      {problems.map(({ message }) => (
        <p key={message} class="problem" role="alert">
          {sentenceOf(message)}
        </p>
      ))}
    </div>
  );
}
