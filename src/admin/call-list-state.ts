import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { AdminCall } from '../protocol/index.ts';
import type { Session } from './session.ts';

export type CallView = AdminCall['state'] | 'all';

/** The list of calls: planned ones by their time, all others newest first. */
export type CallListState = {
  view: ReadonlySignal<CallView>;
  calls: ReadonlySignal<readonly AdminCall[]>;
  /** There are more calls than are listed. */
  hasMore: ReadonlySignal<boolean>;
  showView(view: CallView): Promise<void>;
  load(): Promise<void>;
  loadMore(): Promise<void>;
  clear(): void;
};

export function createCallListState(session: Session): CallListState {
  const view = signal<CallView>('all');
  const calls = signal<readonly AdminCall[]>([]);
  const next = signal<string | undefined>(undefined);
  let lastLoad = 0;

  const load = async (before?: string) => {
    const number = ++lastLoad;
    const shown = view.peek();
    const page = await session.request((client) => client.calls(shown === 'all' ? undefined : shown, before));
    if (number !== lastLoad || page === undefined) return; // A newer load has started.
    batch(() => {
      const loaded = before === undefined ? page.calls : [...calls.peek(), ...page.calls];
      calls.value = shown === 'planned' ? loaded.toSorted(byPlannedTime) : loaded;
      next.value = page.next;
    });
  };

  return {
    view,
    calls,
    hasMore: computed(() => next.value !== undefined),
    async showView(shown) {
      view.value = shown;
      await load();
    },
    load: () => load(),
    loadMore: () => load(next.peek()),
    clear() {
      calls.value = [];
    },
  };
}

function byPlannedTime(a: AdminCall, b: AdminCall): number {
  return (a.plannedAt ?? '').localeCompare(b.plannedAt ?? '');
}
