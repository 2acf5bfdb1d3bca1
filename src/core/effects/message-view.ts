import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import type { Conversation } from '../state/conversation.ts';
import type { Store } from '../state/store.ts';
import { createThrottle } from './throttle.ts';

/** The messages as they are shown: in a burst of frames, such as a replayed history, only every 100 ms. */
export function createMessageView(store: Store, clock: Clock) {
  const view = signal<Conversation['messages']>([]);
  const throttle = createThrottle(clock, () => {
    const { conversation } = store.state.peek();
    view.value = [...conversation.messages, ...conversation.outbox];
  });
  const unsubscribe = store.subscribe(({ before, after, event }) => {
    const { messages, outbox } = before.conversation;
    if (after.conversation.messages === messages && after.conversation.outbox === outbox) return;
    if (event.type === 'frame-received') throttle.schedule();
    else throttle.runNow();
  });
  const messages: ReadonlySignal<Conversation['messages']> = view;
  return {
    messages,
    dispose(): void {
      unsubscribe();
      throttle.cancel();
    },
  };
}
