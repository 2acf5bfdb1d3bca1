import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { JsonObject } from '../schema-form/index.ts';
import { isSameJson } from './json-value.ts';

type Entries = readonly JsonObject[];

export type Removed = {
  /** An entry was removed. `words`: what is said of it. */
  remember(words: string, before: Entries, after: Entries): void;
  /** Says what was removed, with the way back. */
  note: ComponentChildren;
};

/** The entry that was removed last, which can come back as long as nothing else in the list has changed. */
export function useRemoved(entries: Entries, onUndo: (before: Entries) => void): Removed {
  const removed = useSignal<{ words: string; before: Entries; after: Entries } | null>(null);
  const last = removed.value;
  return {
    remember(words, before, after) {
      removed.value = { words, before, after };
    },
    note: last !== null && isSameJson(last.after, entries) && (
      <RemovedNote
        words={last.words}
        onUndo={() => {
          removed.value = null;
          onUndo(last.before);
        }}
      />
    ),
  };
}

/** What was removed, with the way back. */
export function RemovedNote({ words, onUndo }: { words: string; onUndo: () => void }) {
  return (
    <p class="removed-question">
      {words}{' '}
      <button type="button" class="small-button" onClick={onUndo}>
        Undo
      </button>
    </p>
  );
}
