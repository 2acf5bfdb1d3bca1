import {
  entriesOf,
  type Json,
  type JsonObject,
  type Problem,
  type Span,
  weekOf,
  weekOrder,
} from '../../schema-form/index.ts';
import { dayNames } from '../day-names.ts';
import { ProblemTexts } from '../forms/problem-texts.tsx';
import { useFocusNext } from '../use-focus-next.ts';

const usualDay: Span = { from: '09:00', to: '17:00' };

/** Where somebody begins who sets hours for the first time. */
export function usualHours(): JsonObject[] {
  return entriesOf({ mon: [usualDay], tue: [usualDay], wed: [usualDay], thu: [usualDay], fri: [usualDay] });
}

type WeekEditorProps = {
  open: Json | undefined;
  /** What happens in these hours, behind the switch of a day. */
  word: string;
  problems: readonly Problem[];
  onChange: (open: JsonObject[]) => void;
};

/** A week to fill in: days, from and to. */
export function WeekEditor({ open, word, problems, onChange }: WeekEditorProps) {
  const week = weekOf(open);
  return (
    <div class="week">
      {weekOrder.map((day) => (
        <DayRow
          key={day}
          name={dayNames[day] ?? day}
          word={word}
          spans={week[day] ?? []}
          onChange={(spans) => onChange(entriesOf({ ...week, [day]: spans }))}
        />
      ))}
      <ProblemTexts problems={problems} />
    </div>
  );
}

type DayRowProps = { name: string; word: string; spans: readonly Span[]; onChange: (spans: readonly Span[]) => void };

/** The hours of one day. A day may have several, such as before and after lunch. */
function DayRow({ name, word, spans, onChange }: DayRowProps) {
  const { root, focusNext } = useFocusNext<HTMLFieldSetElement>();
  const replace = (index: number, span: Span) => onChange(spans.map((old, at) => (at === index ? span : old)));
  return (
    <fieldset class="day" ref={root}>
      <legend>{name}</legend>
      <label class="choice">
        <input
          type="checkbox"
          checked={spans.length > 0}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? [usualDay] : [])}
        />
        <span class="visually-hidden">{name}: </span>
        {word}
      </label>
      <div class="spans">
        {spans.map((span, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a span's place is its identity
          <div class="span" key={index}>
            <input
              type="time"
              aria-label={`${name}, from`}
              value={span.from}
              onChange={({ currentTarget }) => replace(index, { ...span, from: currentTarget.value })}
            />
            <span aria-hidden="true">–</span>
            <input
              type="time"
              aria-label={`${name}, to`}
              // The control has no 24:00; midnight at the end of a day is 00:00 to people.
              value={span.to === '24:00' ? '00:00' : span.to}
              onChange={({ currentTarget: { value } }) =>
                replace(index, { ...span, to: value === '00:00' ? '24:00' : value })
              }
            />
            {spans.length > 1 && (
              <button
                type="button"
                class="quiet"
                aria-label={`Remove ${span.from} to ${span.to} of ${name}`}
                onClick={() => {
                  focusNext('.add-hours');
                  onChange(spans.filter((_, at) => at !== index));
                }}
              >
                ×
              </button>
            )}
          </div>
        ))}
        {spans.length > 0 && (
          <button
            type="button"
            class="quiet reset add-hours"
            onClick={() => {
              focusNext('.span:last-of-type input');
              onChange([...spans, nextSpan(spans)]);
            }}
          >
            Add hours<span class="visually-hidden"> on {name}</span>
          </button>
        )}
      </div>
    </fieldset>
  );
}

/** An hour after the last ones, if the day has that much left. */
function nextSpan(spans: readonly Span[]): Span {
  const end = Number((spans.at(-1)?.to ?? '17:00').slice(0, 2));
  const hour = (time: number) => `${String(Math.min(24, time)).padStart(2, '0')}:00`;
  return end < 23 ? { from: hour(end + 1), to: hour(end + 3) } : { from: '00:00', to: '01:00' };
}
