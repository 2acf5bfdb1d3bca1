import { useId } from 'preact/hooks';
import { type Json, type JsonObject, type Problem, problemsAt } from '../../schema-form/index.ts';
import { typeOf } from './form-model.ts';
import { isInvalid, ProblemTexts } from './problem-texts.tsx';
import { NumberField } from './text-field.tsx';

type RangeFieldsProps = {
  question: JsonObject;
  problems: readonly Problem[];
  onChange: (key: 'min' | 'max', value: Json | undefined) => void;
};

/** The smallest and the largest answer: numbers, or days. */
export function RangeFields({ question, problems, onChange }: RangeFieldsProps) {
  const Field = typeOf(question) === 'date' ? DayField : NumberField;
  const isDate = typeOf(question) === 'date';
  return (
    <div class="field-pair">
      <Field
        label={isDate ? 'Earliest day' : 'Smallest number'}
        value={question.min}
        problems={problemsAt(problems, 'min')}
        onChange={(value) => onChange('min', value)}
      />
      <Field
        label={isDate ? 'Latest day' : 'Largest number'}
        value={question.max}
        problems={problemsAt(problems, 'max')}
        onChange={(value) => onChange('max', value)}
      />
    </div>
  );
}

const ways = { any: 'Any day', today: 'Today', days: 'Days from today', date: 'A certain day' } as const;
const firstValues = { any: undefined, today: 'today', days: 'today+30', date: '' } as const;

type DayFieldProps = {
  label: string;
  value: Json | undefined;
  problems: readonly Problem[];
  onChange: (value: Json | undefined) => void;
};

/** A day, or one that moves with today. */
function DayField({ label, value, problems, onChange }: DayFieldProps) {
  const id = useId();
  const text = typeof value === 'string' ? value : undefined;
  const days = /^today([+-]\d*)$/.exec(text ?? '')?.[1];
  const way = text === undefined ? 'any' : text === 'today' ? 'today' : days === undefined ? 'date' : 'days';
  return (
    <div class="task-field field">
      <label for={id}>{label}</label>
      <span class="field-row">
        <select
          id={id}
          value={way}
          aria-describedby={`${id}-about`}
          aria-invalid={isInvalid(problems)}
          onChange={({ currentTarget }) => {
            const chosen = Object.keys(ways).find((name) => name === currentTarget.value);
            onChange(Object.entries(firstValues).find(([name]) => name === chosen)?.[1]);
          }}
        >
          {Object.entries(ways).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
        {way === 'days' && (
          <input
            type="number"
            aria-label={`${label}: days from today`}
            value={Number(days)}
            onInput={({ currentTarget: { valueAsNumber } }) => {
              if (Number.isInteger(valueAsNumber)) {
                onChange(`today${valueAsNumber < 0 ? '-' : '+'}${Math.abs(valueAsNumber)}`);
              }
            }}
          />
        )}
        {way === 'date' && (
          <input
            type="date"
            aria-label={`${label}: date`}
            value={text}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )}
      </span>
      <div id={`${id}-about`}>
        <ProblemTexts problems={problems} />
      </div>
    </div>
  );
}
