import type { Conversation } from './conversation/conversation.ts';
import type { ConversationSignals } from './conversation/conversation-signals.ts';
import { emptyConversation, toShared } from './conversation/conversation-state.ts';
import type { Command } from './conversation/tab-message.ts';
import type { LeadSignals } from './leads/lead-signals.ts';

export type NewConversationDeps = {
  signals: Pick<ConversationSignals & LeadSignals, 'lead' | 'canUndo'>;
  conversation: Conversation;
  /** Whether a new conversation begins with the lead form. `isStored`: the proxy has a lead of this visitor. */
  asksForLead(isStored: boolean): boolean;
  run(command: Command): void;
};

/** Leaves a conversation for a new one, and returns to it if the visitor changes their mind. */
export function createNewConversation({ signals, conversation, asksForLead, run }: NewConversationDeps) {
  let previous = emptyConversation;
  return {
    start(): void {
      const lead = signals.lead.peek();
      // A lead that nobody stores is asked for again: there is no other way to a session with its data.
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
