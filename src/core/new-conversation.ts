import type { Conversation } from './conversation/conversation.ts';
import type { ConversationSignals } from './conversation/conversation-signals.ts';
import { emptyConversation, toShared } from './conversation/conversation-state.ts';
import type { Command } from './conversation/tab-message.ts';
import type { LeadSignals } from './leads/lead-signals.ts';

export type NewConversationDeps = {
  signals: Pick<ConversationSignals & LeadSignals, 'lead' | 'canUndo'>;
  conversation: Conversation;
  /** Whether a new conversation starts with the lead form. `isStored`: the proxy has, or will get, a lead of this visitor. */
  asksForLead(isStored: boolean): boolean;
  run(command: Command): void;
};

/** Starts a new conversation in place of the current one, and undoes that. */
export function createNewConversation({ signals, conversation, asksForLead, run }: NewConversationDeps) {
  let previous = emptyConversation;
  return {
    start(): void {
      const lead = signals.lead.peek();
      // Without a proxy the lead is not stored, so a session with its data needs the form again.
      const isWaiting = lead.status === 'queued' || lead.status === 'consent-changed';
      const isStored = isWaiting || (lead.status === 'accepted' && lead.lead !== null);
      previous = conversation.state;
      const canUndo = previous.session !== null && previous.messages.some(({ from }) => from === 'visitor');
      run({ name: 'renew', asks: asksForLead(isStored) });
      signals.canUndo.value = canUndo;
    },
    undo(): void {
      if (signals.canUndo.peek()) run({ name: 'resume', conversation: toShared(previous) });
    },
  };
}
