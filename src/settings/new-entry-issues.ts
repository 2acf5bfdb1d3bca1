import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Issue } from '../protocol/issue.ts';

/** What is wrong with an entry that was just added is no problem until it is filled in and left. */
export type NewEntryIssues = {
  /** The issues that count as problems. */
  problems: ReadonlySignal<readonly Issue[]>;
  /** The entry that was just added. */
  entry: ReadonlySignal<object | undefined>;
  /** An entry was added: until it is left, only what has been wrong before it can be a problem. */
  begin(entry: object): void;
  /** It was left. */
  end(): void;
};

export function createNewEntryIssues(issues: ReadonlySignal<readonly Issue[]>): NewEntryIssues {
  const added = signal<{ entry: object; before: ReadonlySet<string> } | null>(null);
  return {
    problems: computed(() => {
      const before = added.value?.before;
      return before === undefined ? issues.value : issues.value.filter(({ path }) => before.has(path));
    }),
    entry: computed(() => added.value?.entry),
    begin(entry) {
      added.value = { entry, before: new Set(issues.peek().map(({ path }) => path)) };
    },
    end() {
      added.value = null;
    },
  };
}
