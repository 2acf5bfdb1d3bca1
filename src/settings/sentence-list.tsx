import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type JsonObject, type Problem, problemsAt, type SentencePart } from '../schema-form/index.ts';
import { isSameJson } from './json-value.ts';
import { EntryControls, useNewEntry } from './new-entry.tsx';
import { ProblemNotes } from './problem-notes.tsx';
import type { SettingsState } from './settings-state.ts';
import { useRemoved } from './use-removed.tsx';

type SentenceListProps = {
  settings: SettingsState;
  legend: string;
  hint: string;
  /** What an entry is: "greeting". */
  noun: string;
  entries: readonly JsonObject[];
  problems: readonly Problem[];
  maxEntries: number;
  sentence: (entry: JsonObject) => readonly SentencePart[];
  /** What is added, to be filled in. */
  newEntry: () => JsonObject;
  onChange: (entries: readonly JsonObject[]) => void;
  /** The operator looks at an entry. */
  onOpen?: (entry: JsonObject, index: number) => void;
  /** The controls of an entry. */
  children: (
    entry: JsonObject,
    problems: readonly Problem[],
    onChange: (next: JsonObject) => void,
  ) => ComponentChildren;
};

/** Entries as sentences, in an order that matters. One at a time is open to be changed. */
export function SentenceList(props: SentenceListProps) {
  const {
    settings,
    legend,
    hint,
    noun,
    entries,
    problems,
    maxEntries,
    sentence,
    newEntry,
    onChange,
    onOpen,
    children,
  } = props;
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const opened = useSignal<number | undefined>(undefined);
  const newOne = useNewEntry(settings);
  const said = useSignal('');
  const focus = useRef<{ index: number; on: string } | null>(null);
  useLayoutEffect(() => {
    const { current } = focus;
    if (current === null) return;
    focus.current = null;
    const entry = list.current?.children[current.index];
    const target = entry?.querySelector<HTMLElement>(current.on) ?? entry?.querySelector<HTMLElement>('[data-move]');
    (target ?? addButton.current)?.focus();
  });
  /** `placeOf`: where each entry is afterwards; undefined if it is gone. */
  const change = (
    next: readonly JsonObject[],
    placeOf: (index: number) => number | undefined,
    more: { focus: { index: number; on: string }; say: string },
  ) => {
    focus.current = more.focus;
    said.value = more.say;
    newOne.leave();
    const place = opened.value === undefined ? undefined : placeOf(opened.value);
    opened.value = place;
    const entry = place === undefined ? undefined : next[place];
    if (place !== undefined && entry !== undefined) onOpen?.(entry, place);
    onChange(next);
  };
  const move = (from: number, by: 1 | -1) => {
    const to = from + by;
    const entry = entries[from];
    if (entry === undefined) return;
    change(entries.toSpliced(from, 1).toSpliced(to, 0, entry), (at) => (at === from ? to : at === to ? from : at), {
      focus: { index: to, on: `[data-move="${by === 1 ? 'down' : 'up'}"]` },
      say: `Now ${noun} ${to + 1}`,
    });
  };
  const removed = useRemoved(entries, (before) => {
    const index = before.findIndex((entry, at) => !isSameJson(entry, entries[at]));
    change(before, (at) => (at < index ? at : at + 1), { focus: { index, on: '[aria-expanded]' }, say: 'It is back.' });
  });
  const remove = (index: number) => {
    const next = entries.toSpliced(index, 1);
    const say = `${nameOf(index)} is removed.`;
    removed.remember(say, entries, next);
    change(next, (at) => (at === index ? undefined : at > index ? at - 1 : at), {
      focus: { index: Math.max(0, index - 1), on: '[aria-expanded]' },
      say,
    });
  };
  const add = () => {
    const entry = newEntry();
    change([...entries, entry], (at) => at, {
      focus: { index: entries.length, on: '.sentence-editor :is(select, input, textarea, button)' },
      say: `${nameOf(entries.length)} is added.`,
    });
    newOne.add(entries.length);
    open(entries.length, entry);
  };
  const nameOf = (index: number) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${index + 1}`;
  const open = (index: number, entry: JsonObject) => {
    opened.value = index;
    onOpen?.(entry, index);
  };
  return (
    <fieldset class="task-field sentences">
      <legend>{legend}</legend>
      <p class="hint">{hint}</p>
      <ol ref={list}>
        {entries.map((entry, index) => {
          const own = newOne.place === index ? [] : problemsAt(problems, index);
          const isOpen = opened.value === index || own.some(({ isAdvice }) => isAdvice === undefined);
          const name = `${noun} ${index + 1}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry's place is its identity
            <li key={index}>
              <p>
                <Sentence parts={sentence(entry)} />
              </p>
              <span class="actions">
                <button
                  type="button"
                  class="quiet"
                  aria-expanded={isOpen}
                  onClick={() => {
                    if (isOpen) opened.value = undefined;
                    else open(index, entry);
                  }}
                >
                  {isOpen ? 'Done' : 'Change'}
                  <span class="visually-hidden"> {name}</span>
                </button>
                {index > 0 && (
                  <button type="button" class="quiet" data-move="up" onClick={() => move(index, -1)}>
                    Move up<span class="visually-hidden"> {name}</span>
                  </button>
                )}
                {index < entries.length - 1 && (
                  <button type="button" class="quiet" data-move="down" onClick={() => move(index, 1)}>
                    Move down<span class="visually-hidden"> {name}</span>
                  </button>
                )}
                <button type="button" class="quiet" onClick={() => remove(index)}>
                  Remove<span class="visually-hidden"> {name}</span>
                </button>
              </span>
              <ProblemNotes
                problems={own
                  .filter(({ path }) => path.length === 0)
                  .map((problem) => ({ ...problem, message: `${name} ${problem.message}` }))}
              />
              {isOpen && (
                <EntryControls class="sentence-editor" newEntry={newOne} at={index}>
                  {children(entry, own, (next) => onChange(entries.map((old, at) => (at === index ? next : old))))}
                </EntryControls>
              )}
            </li>
          );
        })}
      </ol>
      <p class="visually-hidden" role="status">
        {said.value}
      </p>
      {removed.note}
      <button ref={addButton} type="button" class="small-button" disabled={entries.length >= maxEntries} onClick={add}>
        Add a {noun}
      </button>
    </fieldset>
  );
}

function Sentence({ parts }: { parts: readonly SentencePart[] }) {
  return (
    <>
      {parts.map(({ words, isChosen }, index) =>
        isChosen ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other identity
          <strong key={index} dir="auto">
            {words}
          </strong>
        ) : (
          words
        ),
      )}
    </>
  );
}
