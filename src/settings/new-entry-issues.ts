import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Issue } from '../protocol/issue.ts';

/** What is wrong with an entry that was just added is no problem until it is filled in and left. */
export type NewEntryIssues = {
  /** The issues that count as problems. */
  problems: ReadonlySignal<readonly Issue[]>;
  /** The entry that was just added. */
  entry: ReadonlySignal<object | undefined>;
  /** An entry was added: the problems stay as they are. */
  begin(entry: object): void;
  /** It was left. */
  end(): void;
};

export function createNewEntryIssues(issues: ReadonlySignal<readonly Issue[]>): NewEntryIssues {
  const added = signal<{ entry: object; before: readonly Issue[] } | null>(null);
  return {
    problems: computed(() => added.value?.before ?? issues.value),
    entry: computed(() => added.value?.entry),
    begin(entry) {
      added.value = { entry, before: issues.peek() };
    },
    end() {
      added.value = null;
    },
  };
}
