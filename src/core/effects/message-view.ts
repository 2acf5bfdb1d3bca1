import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import type { Conversation } from '../state/conversation.ts';
import type { Store } from '../state/store.ts';
import { createThrottle } from './throttle.ts';

/** The messages as they are shown: in a burst of frames, such as a replayed history, only every 100 ms. */
export function createMessageView(store: Store, clock: Clock) {
  const messages = signal<Conversation['messages']>([]);
  const throttle = createThrottle(clock, () => {
    messages.value = store.state.peek().conversation.messages;
  });
  const unsubscribe = store.subscribe(({ before, after, event }) => {
    if (after.conversation.messages === before.conversation.messages) return;
    if (event.type === 'frame-received') throttle.schedule();
    else throttle.now();
  });
  const view: ReadonlySignal<Conversation['messages']> = messages;
  return {
    messages: view,
    dispose(): void {
      unsubscribe();
      throttle.cancel();
    },
  };
}
