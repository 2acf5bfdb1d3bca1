import type { Clock } from '../clock.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { ConversationSignals } from './conversation/conversation-signals.ts';
import type { LeadReference } from './conversation/conversation-state.ts';
import type { Emitter } from './conversation/emitter.ts';
import type { ChatEvents } from './conversation/events.ts';
import type { SessionStore } from './conversation/session-store.ts';
import type { SharedConversation } from './conversation/shared-conversation.ts';
import { createDeferredThrottle } from './conversation/throttle.ts';
import type { LeadController } from './leads/lead-controller.ts';
import type { LeadSignals } from './leads/lead-signals.ts';

export type PersistenceDeps = {
  clock: Clock;
  store: SessionStore;
  emitter: Pick<Emitter<ChatEvents>, 'on'>;
  signals: ConversationSignals & LeadSignals;
  conversation: Conversation;
  shared: Pick<SharedConversation, 'isLeader'>;
  leads: Pick<LeadController, 'form' | 'hasQueued'> | undefined;
};

/** The transcript is stored this long after a change: by then the browser has shown it, and has often received more. */
const transcriptDelayMs = 100;

/**
 * Stores the chat for the next page, and restores the chat of an earlier one. The leading tab stores the conversation; every
 * tab stores its own messages on their way.
 */
export function createPersistence({ clock, store, emitter, signals, conversation, shared, leads }: PersistenceDeps) {
  const throttle = createDeferredThrottle(clock, storeChanges);
  let wasThanked = false;
  /** What is stored, with a transcript that may be older. */
  let storedSession: string | null = null;
  let storedLead: LeadReference | null = null;
  let cancelTranscript: (() => void) | undefined;

  /** Stores at once what resuming needs and what the visitor has written. The transcript, which is long, follows. */
  function storeChanges(): void {
    const { session, lead, outbox } = conversation.state;
    const isResumable = session === storedSession && lead === storedLead;
    if (signals.phase.peek() !== 'chatting' || !isResumable) {
      storeNow();
      return;
    }
    if (outbox.length > 0) store.saveUnsent(conversation.state);
    cancelTranscript ??= clock.after(transcriptDelayMs, storeNow);
  }

  function cancel(): void {
    throttle.cancel();
    cancelTranscript?.();
    cancelTranscript = undefined;
  }

  function storeNow(): void {
    cancel();
    storedSession = conversation.session;
    storedLead = conversation.lead;
    if (signals.phase.peek() === 'thanks' && shared.isLeader) {
      store.saveThanks({ lead: conversation.lead, isQueued: leads?.hasQueued() === true });
    }
    if (signals.phase.peek() !== 'chatting') return;
    if (shared.isLeader) store.save(conversation.state);
    else store.saveUnsent(conversation.state);
  }

  const cleanups = [
    cancel,
    emitter.on('session:end', () => store.clear()),
    signals.phase.subscribe((phase) => {
      if (wasThanked && phase !== 'thanks') store.clearThanks();
      wasThanked = phase === 'thanks';
    }),
  ];

  return {
    storeNow,
    /** Stores the changes of the moment, once for all of them. */
    schedule(): void {
      if (shared.isLeader) throttle.schedule();
    },
    cancel,
    /** Continues with what is stored, or else with the lead form if there is one. */
    restore(): void {
      const stored = store.load();
      const hasForm = (leads?.form ?? null) !== null;
      const hasQueued = leads?.hasQueued() === true;
      const thanks = stored === undefined && hasForm ? store.loadThanks() : undefined;
      // A lead that waited too long was removed, so nobody has it.
      const isThanked = thanks !== undefined && (!thanks.isQueued || hasQueued);
      if (stored !== undefined) {
        conversation.restore(stored);
        if (stored.lead !== null) signals.lead.value = { status: 'accepted', lead: stored.lead.id };
      }
      if (isThanked) {
        conversation.thank(thanks.lead);
        signals.lead.value = { status: 'accepted', lead: thanks.lead?.id ?? null };
      }
      if (hasQueued) signals.lead.value = { status: 'queued', kept: 'storage' };
      const asksForLead = stored === undefined && hasForm && !hasQueued;
      if (!isThanked) signals.phase.value = asksForLead ? 'asking-lead' : 'chatting';
    },
    dispose(): void {
      for (const cleanup of cleanups) cleanup();
    },
  };
}
