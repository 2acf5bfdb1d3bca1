import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { GettingStarted } from '../protocol/admin/start.ts';
import type { Session } from './session.ts';

/** What is set up, and what is still to be done. */
export type StartState = {
  steps: ReadonlySignal<GettingStarted['steps']>;
  /** Until everything is done, or somebody has put the list away. */
  isShown: ReadonlySignal<boolean>;
  load(): Promise<void>;
  putAway(): Promise<void>;
  clear(): void;
};

export function createStartState(session: Session): StartState {
  const known = signal<GettingStarted | null>(null);
  const steps = computed(() => known.value?.steps ?? []);
  const isShown = computed(() => known.value?.isPutAway === false && steps.value.some(({ isDone }) => !isDone));
  const load = async () => {
    const isOver = known.peek() !== null && !isShown.peek();
    if (!isOver) known.value = (await session.request((client) => client.gettingStarted())) ?? known.peek();
  };
  return {
    steps,
    isShown,
    load,
    async putAway() {
      known.value = (await session.request((client) => client.putAwayGettingStarted())) ?? known.peek();
    },
    clear() {
      known.value = null;
    },
  };
}
