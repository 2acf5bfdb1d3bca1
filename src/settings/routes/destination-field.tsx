import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { isOfInputMethod } from '../../protocol/input-method.ts';
import type { Json, Problem } from '../../schema-form/index.ts';
import { isInvalid, ProblemTexts } from '../forms/problem-texts.tsx';
import type { SettingsState } from '../settings-state.ts';
import { useStable } from '../use-stable.ts';
import { type DestinationKind, destinationsOf, destinationWords, namesOf, parseDestination } from './destinations.ts';

type DestinationFieldProps = {
  settings: SettingsState;
  kind: DestinationKind;
  label: string;
  /** What it means that none is chosen. */
  none: string;
  value: Json | undefined;
  problems: readonly Problem[];
  onChange: (id: string | undefined) => void;
};

const another = '+';

/** A journey or an agent by its name; a new one is named once. */
export function DestinationField({ settings, kind, label, none, value, problems, onChange }: DestinationFieldProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const isAdding = useSignal(false);
  const { names, ids } = useStable(
    () => ({ names: namesOf(settings), ids: destinationsOf(settings, kind) }),
    [settings, kind],
  );
  const chosen = typeof value === 'string' ? value : '';
  const choices = [...new Set([...ids, ...(chosen === '' ? [] : [chosen])])];
  return (
    <div class="task-field field">
      <label for={id}>{label}</label>
      <select
        ref={select}
        id={id}
        value={isAdding.value ? another : chosen}
        aria-describedby={`${id}-about`}
        aria-invalid={isInvalid(problems)}
        onChange={({ currentTarget }) => {
          isAdding.value = currentTarget.value === another;
          if (!isAdding.value) onChange(currentTarget.value === '' ? undefined : currentTarget.value);
        }}
      >
        <option value="">{none}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {destinationWords(choice, kind, names)}
          </option>
        ))}
        <option value={another}>Another {kind}…</option>
      </select>
      {isAdding.value && (
        <NewDestination
          kind={kind}
          flowId={settings.flowId.value}
          onAdd={(next, name) => {
            isAdding.value = false;
            settings.setName(next, name);
            onChange(next);
            select.current?.focus();
          }}
        />
      )}
      <div id={`${id}-about`}>
        <ProblemTexts problems={problems} />
      </div>
    </div>
  );
}

type NewDestinationProps = {
  kind: DestinationKind;
  flowId: string | undefined;
  onAdd: (id: string, name: string) => void;
};

function NewDestination({ kind, flowId, onAdd }: NewDestinationProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const typed = useSignal('');
  const name = useSignal('');
  const problem = useSignal('');
  useLayoutEffect(() => input.current?.focus(), []);
  const add = () => {
    const parsed = parseDestination(typed.peek(), kind, flowId);
    if ('problem' in parsed) problem.value = parsed.problem;
    else if (name.peek().trim() === '') problem.value = `Say what you call this ${kind}.`;
    else onAdd(parsed.id, name.peek().trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isOfInputMethod(event)) return;
    event.preventDefault();
    add();
  };
  return (
    <div class="new-destination">
      <label>
        {kind === 'journey' ? 'Address of the journey, or its ID' : 'ID of the agent'}
        <input
          ref={input}
          value={typed.value}
          spellcheck={false}
          placeholder={kind === 'journey' ? 'https://…/journey/…' : ''}
          aria-describedby={`${id}-problem`}
          onKeyDown={onKeyDown}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
            problem.value = '';
          }}
        />
      </label>
      <label>
        What you call it
        <input
          value={name.value}
          maxLength={60}
          placeholder={kind === 'journey' ? 'Enterprise' : 'Ada'}
          onKeyDown={onKeyDown}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value;
            problem.value = '';
          }}
        />
      </label>
      <p id={`${id}-problem`} class="problem" role="alert">
        {problem.value}
      </p>
      <button type="button" class="small-button" onClick={add}>
        Use this {kind}
      </button>
    </div>
  );
}
