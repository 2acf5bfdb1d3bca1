import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import type { ChatState } from './chat-state.ts';
import type { StateEvent } from './event.ts';
import type { Reduce } from './reduce.ts';

export type Change = {
  readonly before: ChatState;
  readonly after: ChatState;
  /** What has happened, in this tab or in another one. */
  readonly event: StateEvent;
  /** The event is of this tab. */
  readonly isOwn: boolean;
};

export interface Store {
  readonly state: ReadonlySignal<ChatState>;
  /** The only way to change the state. Does nothing after stop(). */
  dispatch(event: StateEvent): void;
  /** Calls the listener after each event, in the order of the subscriptions. Returns the function that stops it. */
  subscribe(listener: (change: Change) => void): () => void;
  stop(): void;
}

/**
 * Holds the state of a chat. An event changes the state at once. A listener may dispatch further events: each listener gets
 * all events in the order in which they changed the state. The signals change together when the last one is done.
 */
export function createStore(initial: ChatState, reduce: Reduce, clock: Pick<Clock, 'now'>): Store {
  const state = signal(initial);
  const listeners = new Set<(change: Change) => void>();
  const changes: Change[] = [];
  let isNotifying = false;
  let isStopped = false;

  function notify(): void {
    if (isNotifying) return;
    isNotifying = true;
    try {
      for (let change = changes.shift(); change !== undefined; change = changes.shift()) {
        for (const listener of [...listeners]) listener(change);
      }
    } finally {
      isNotifying = false;
    }
  }

  return {
    state,
    dispatch(event) {
      if (isStopped) return;
      batch(() => {
        const before = state.peek();
        const after = reduce(before, event, clock.now());
        state.value = after;
        if (event.type !== 'tab-event-received') changes.push({ before, after, event, isOwn: true });
        else if (after !== before) changes.push({ before, after, event: event.tabEvent.event, isOwn: false });
        notify();
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    stop() {
      isStopped = true;
      listeners.clear();
    },
  };
}
