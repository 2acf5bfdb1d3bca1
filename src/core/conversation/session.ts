import type { ConnectionPath, Disconnect } from '../connection/connection.ts';
import { type LeadSession, noSession, type SessionFacts } from './conversation-state.ts';
import type { Emitter } from './emitter.ts';
import type { ChatEvents } from './events.ts';
import { createSessionRecovery, type Recovery } from './session-recovery.ts';

export type EndReason = ChatEvents['session:end']['reason'];

export type SessionDeps = {
  /** The flow of the page. The session of a lead may belong to another flow. */
  flowId: string;
  now: () => number;
  emitter: Emitter<ChatEvents>;
};

/** The session of a conversation, from its start at the service to its end. */
export function createSession({ flowId, now, emitter }: SessionDeps) {
  const recovery = createSessionRecovery(now);
  let facts = noSession;
  /** Whether session:start or session:resume was emitted for this session. */
  let isAnnounced = false;

  return {
    get facts() {
      return facts;
    },
    update(next: Partial<SessionFacts>): void {
      facts = { ...facts, ...next };
    },
    /** Where the next socket connects to. It resumes only a session that the service has confirmed. */
    path(): ConnectionPath {
      const { session, target, isEstablished } = recovery.isProbing ? noSession : facts;
      if (session === null) return { flowId, session, reconnect: false, wssUrl: undefined };
      return { flowId: target.flowId ?? flowId, session, reconnect: isEstablished, wssUrl: target.wssUrl };
    },
    /** The service has named the session of the open socket. */
    establish(session: string): void {
      const isResuming = facts.isEstablished;
      facts = { ...facts, session, isEstablished: true };
      if (isAnnounced) return;
      isAnnounced = true;
      if (isResuming) emitter.emit('session:resume', {});
      else emitter.emit('session:start', { anonymous: facts.isAnonymous });
    },
    /** A socket is open. Returns true if it only tests whether the service is up. */
    onOpen: () => recovery.opened(),
    onDrop: (disconnect: Disconnect): Recovery => recovery.dropped(disconnect, facts.session, facts.isEstablished),
    stopRecovery: () => recovery.reset(),
    /** Forgets the session, but not the lead. `next`: the session that replaces it. */
    end(reason: EndReason, next: Partial<SessionFacts> = {}): void {
      const hadSession = facts.session !== null;
      facts = { ...noSession, lead: facts.lead, ...next };
      isAnnounced = false;
      if (hadSession) emitter.emit('session:end', { reason });
    },
  };
}

/** A session that was opened for a lead; null: the conversation is anonymous. */
export function fromLeadSession(session: LeadSession | null): Pick<SessionFacts, 'session' | 'target' | 'isAnonymous'> {
  return { session: session?.id ?? null, target: session?.target ?? {}, isAnonymous: session === null };
}
