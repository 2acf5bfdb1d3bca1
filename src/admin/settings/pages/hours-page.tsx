import { useId } from 'preact/hooks';
import {
  entriesOf,
  type Json,
  type JsonObject,
  type Problem,
  problemsAt,
  type Span,
  weekOf,
  weekOrder,
} from '../../../schema-form/index.ts';
import { dayNames } from '../day-names.ts';
import { objectOf } from '../json-value.ts';
import { sentenceOf } from '../sentence.ts';
import { type Setting, settingOf } from '../setting.ts';
import { ResetButton } from '../setting-control.tsx';
import type { PageProps } from '../settings-pages.ts';
import { TaskField } from '../task-field.tsx';
import { HolidaysEditor } from './holidays-editor.tsx';

const usualDay: Span = { from: '09:00', to: '17:00' };
const usualWeek = { mon: [usualDay], tue: [usualDay], wed: [usualDay], thu: [usualDay], fri: [usualDay] };

/** A week to fill in, its zone, and the holidays. */
export function HoursPage({ settings, options }: PageProps) {
  const setting = settingOf(settings, {}, 'hours');
  const { value, isSaved, isInFile, problems, set, reset } = setting;
  const hours = objectOf(value);
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (value === undefined) {
    return (
      <form class="card" aria-label="Opening hours" onSubmit={(event) => event.preventDefault()}>
        <p>The chat is always open.</p>
        <div class="actions">
          <button
            type="button"
            class="primary"
            onClick={() => set({ timeZone: browserZone, open: entriesOf(usualWeek) })}
          >
            Set opening hours
          </button>
        </div>
      </form>
    );
  }
  const week = weekOf(hours.open);
  const change = (next: JsonObject) => set({ ...hours, ...next });
  return (
    <form class="card" aria-label="Opening hours" onSubmit={(event) => event.preventDefault()}>
      <ZoneField zone={hours.timeZone} browserZone={browserZone} problems={problems} onChange={change} />
      <div class="week">
        {weekOrder.map((day) => (
          <DayRow
            key={day}
            name={dayNames[day] ?? day}
            spans={week[day] ?? []}
            onChange={(spans) => change({ open: entriesOf({ ...week, [day]: spans }) })}
          />
        ))}
        <OpenProblems problems={problemsAt(problems, 'open')} />
      </div>
      <HolidaysEditor
        closed={hours.closed}
        problems={problemsAt(problems, 'closed')}
        onChange={(closed) => {
          const { closed: _, ...others } = hours;
          set(closed === undefined ? others : { ...others, closed });
        }}
      />
      <TaskField settings={settings} option={options.get('away')} />
      <AlwaysOpen setting={setting} />
      {isSaved && <ResetButton name="opening hours" isInFile={isInFile} onClick={reset} />}
    </form>
  );
}

type ZoneFieldProps = {
  zone: Json | undefined;
  browserZone: string;
  problems: readonly Problem[];
  onChange: (next: JsonObject) => void;
};

function ZoneField({ zone, browserZone, problems, onChange }: ZoneFieldProps) {
  const id = useId();
  const own = problemsAt(problems, 'timeZone');
  return (
    <div class="task-field field">
      <label for={id}>Time zone</label>
      <input
        id={id}
        list={`${id}-zones`}
        value={typeof zone === 'string' ? zone : ''}
        aria-invalid={own.length > 0}
        aria-describedby={`${id}-about`}
        onInput={({ currentTarget }) => onChange({ timeZone: currentTarget.value })}
      />
      <datalist id={`${id}-zones`}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {zone !== browserZone && (
        <button type="button" class="quiet reset" onClick={() => onChange({ timeZone: browserZone })}>
          Use mine, {browserZone}
        </button>
      )}
      <div id={`${id}-about`}>
        {own.map(({ message }) => (
          <p key={message} class="problem" role="alert">
            {sentenceOf(message)}
          </p>
        ))}
      </div>
    </div>
  );
}

type DayRowProps = { name: string; spans: readonly Span[]; onChange: (spans: readonly Span[]) => void };

/** The hours of one day. A day may have several, such as before and after lunch. */
function DayRow({ name, spans, onChange }: DayRowProps) {
  const replace = (index: number, span: Span) => onChange(spans.map((old, at) => (at === index ? span : old)));
  return (
    <fieldset class="day">
      <legend>{name}</legend>
      <label class="choice">
        <input
          type="checkbox"
          checked={spans.length > 0}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? [usualDay] : [])}
        />
        <span class="visually-hidden">{name}: </span>open
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
                onClick={() => onChange(spans.filter((_, at) => at !== index))}
              >
                ×
              </button>
            )}
          </div>
        ))}
        {spans.length > 0 && (
          <button type="button" class="quiet reset" onClick={() => onChange([...spans, nextSpan(spans)])}>
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

function OpenProblems({ problems }: { problems: readonly Problem[] }) {
  const texts = new Set(problems.map(({ message }) => sentenceOf(message)));
  return (
    <>
      {[...texts].map((text) => (
        <p key={text} class="problem" role="alert">
          {text}
        </p>
      ))}
    </>
  );
}

/** Takes the hours away. */
function AlwaysOpen({ setting }: { setting: Setting }) {
  return (
    <button type="button" class="quiet reset" onClick={() => setting.set(undefined)}>
      The chat is always open
    </button>
  );
}
