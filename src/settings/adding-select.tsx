import { useSignal } from '@preact/signals';
import type { HTMLAttributes, Ref } from 'preact';
import { useRef } from 'preact/hooks';

type AddingSelectProps = Pick<HTMLAttributes<HTMLSelectElement>, 'id' | 'class' | 'aria-describedby'> & {
  selectRef?: Ref<HTMLSelectElement>;
  /** What it shows, as nothing stays chosen. */
  words: string;
  /** What can be added: its value, and its name. */
  choices: readonly (readonly [string, string])[];
  isInvalid?: boolean;
  onAdd: (value: string) => void;
};

/**
 * Adds what is chosen from a list. While the list is closed, some browsers choose with each letter and arrow key: what is chosen by
 * such a key is added by Enter, or when the focus moves on. A list that is open keeps its keys, and its choice is meant.
 */
export function AddingSelect({
  selectRef,
  words,
  choices,
  isInvalid = false,
  onAdd,
  ...attributes
}: AddingSelectProps) {
  const waiting = useSignal('');
  const isByKey = useRef(false);
  const add = (value: string) => {
    waiting.value = '';
    isByKey.current = false;
    if (value !== '') onAdd(value);
  };
  return (
    <select
      {...attributes}
      {...(selectRef && { ref: selectRef })}
      aria-invalid={isInvalid}
      value={waiting.value}
      onPointerDown={() => {
        isByKey.current = false;
      }}
      onKeyDown={(event) => {
        isByKey.current = !(event.altKey || keysThatOpen.has(event.key));
        if (event.key !== 'Enter' || waiting.value === '') return;
        event.preventDefault();
        add(waiting.value);
      }}
      onChange={({ currentTarget: { value } }) => {
        if (isByKey.current) waiting.value = value;
        else add(value);
      }}
      onBlur={() => add(waiting.value)}
    >
      <option value="">{words}</option>
      {choices.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Those that open the list, or choose what is shown. */
const keysThatOpen: ReadonlySet<string> = new Set(['Enter', ' ', 'F4']);
