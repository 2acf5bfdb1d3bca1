import { nextDeadline } from '../state/deadline.ts';
import type { ChatContext } from './chat-context.ts';

/** Runs one timer for the next deadline of the state. Returns the function that stops it. */
export function runDeadlineTimer({ store, clock }: Pick<ChatContext, 'store' | 'clock'>): () => void {
  let deadline: number | undefined;
  let cancel = () => {};

  function set(next: number | undefined): void {
    if (next === deadline) return;
    cancel();
    deadline = next;
    if (next === undefined) return;
    cancel = clock.after(Math.max(0, next - clock.now()), () => {
      store.dispatch({ type: 'time-passed', deadline: next });
    });
  }

  const unsubscribe = store.subscribe(() => set(nextDeadline(store.state.peek())));
  return () => {
    unsubscribe();
    cancel();
  };
}
