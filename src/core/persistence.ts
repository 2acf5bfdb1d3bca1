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

/** The transcript is stored this long after a change: after the browser has shown it, and together with later changes. */
const transcriptDelayMs = 100;

/**
 * Stores the chat for the next page, and restores that of an earlier page. The leading tab stores the conversation; each tab
 * stores its own unsent messages.
 */
export function createPersistence({ clock, store, emitter, signals, conversation, shared, leads }: PersistenceDeps) {
  const throttle = createDeferredThrottle(clock, storeChanges);
  let wasThanked = false;
  /** The session and lead that are stored. The stored transcript may be older. */
  let storedSession: string | null = null;
  let storedLead: LeadReference | null = null;
  let cancelTranscript: (() => void) | undefined;

  /** Stores at once what resuming needs, and the visitor's unsent messages. The long transcript follows later. */
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
    /** Stores all changes of the current task at once. */
    schedule(): void {
      if (shared.isLeader) throttle.schedule();
    },
    cancel,
    /** Restores what is stored. Without anything stored, starts with the lead form if there is one. */
    restore(): void {
      const stored = store.load();
      const hasForm = (leads?.form ?? null) !== null;
      const hasQueued = leads?.hasQueued() === true;
      const thanks = stored === undefined && hasForm ? store.loadThanks() : undefined;
      // A queued lead that has expired was removed, so it never reached the proxy.
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
