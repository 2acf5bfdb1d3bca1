import type { ChatContext } from '../effects/chat-context.ts';
import type { ChatState } from '../state/chat-state.ts';
import { canShowForm } from '../state/reduce-form.ts';
import { countAnswers } from '../state/transcript.ts';

/** An answer may come in several messages, and the form must not come between them. */
const pauseMs = 1_000;

/**
 * Offers the form in the conversation after the agent's answers, once a visit. Only the leading tab receives answers, so only
 * one tab offers it. Returns the function that stops it.
 */
export function offerForm({ store, clock }: ChatContext, { answers }: { answers: number }): () => void {
  let cancel = () => {};

  function offer(): void {
    const state = store.state.peek();
    const last = state.conversation.messages.at(-1);
    if (last !== undefined && isDue(state, answers)) store.dispatch({ type: 'form-shown', afterId: last.id });
  }

  const unsubscribe = store.subscribe(({ before, after, event }) => {
    const { messages, outbox } = before.conversation;
    if (after.conversation.messages === messages && after.conversation.outbox === outbox) return;
    cancel();
    if (event.type === 'frames-received' && isDue(after, answers)) cancel = clock.after(pauseMs, offer);
  });
  return () => {
    unsubscribe();
    cancel();
  };
}

function isDue(state: ChatState, answers: number): boolean {
  const { form, messages, outbox } = state.conversation;
  const isAnswered = messages.at(-1)?.from === 'agent' && outbox.length === 0;
  return !form.wasShown && isAnswered && canShowForm(state) && countAnswers(messages) >= answers;
}
