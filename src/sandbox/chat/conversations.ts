import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { greet, parseProgress, reply, type Turn } from '../agent/converse.ts';
import type { AgentScript } from '../agent/script.ts';
import type { KnownIds } from '../known-ids.ts';
import type { Leads } from '../leads/leads.ts';
import type { Fields } from '../store/columns.ts';
import type { ConversationStore, StoredMessage, StoredSession } from '../store/conversation-store.ts';

/** The conversations as data: the lead, the messages, and the agent's next text. It knows no sockets. */
export type Conversations = ReturnType<typeof createConversations>;

type ConversationsDeps = { store: ConversationStore; leads: Leads; ids: KnownIds; script: AgentScript; clock: Clock };

export function createConversations({ store, leads, ids, script, clock }: ConversationsDeps) {
  const start = (flowId: string, record: Fields & { phone?: string }): StoredSession => {
    const sessionId = `webchat-session.${randomUUID()}`;
    const session = { sessionId, flowId, phone: record.phone, record, progress: {} };
    store.add(session);
    return session;
  };

  const addMessage = (sessionId: string, from: StoredMessage['from'], content: string): StoredMessage => {
    const message: StoredMessage = { id: randomUUID(), from, content, at: new Date(clock.now()).toISOString() };
    store.addMessage(sessionId, message);
    return message;
  };

  /** The lead on file, for `/sandbox/state`. The agent knows only the session's record: who types a phone is not its owner. */
  const leadOf = (session: StoredSession) => (session.phone === undefined ? undefined : leads.byPhone(session.phone));

  const saveTurn = (session: StoredSession, turn: Turn): string => {
    store.saveProgress(session.sessionId, turn.progress);
    return turn.text;
  };

  return {
    start,

    hasFlow: (flowId: string) => ids.flows.has(flowId),

    /** The conversation of a socket path. `null` starts an anonymous one. Undefined if the session is unknown. */
    open(flowId: string, sessionId: string | null): StoredSession | undefined {
      if (sessionId === null) return start(flowId, {});
      const session = store.byId(sessionId);
      return session?.flowId === flowId ? session : undefined;
    },

    /** The agent's greeting, once per conversation. Undefined after that. */
    greeting(sessionId: string): string | undefined {
      const session = store.byId(sessionId);
      if (session === undefined) return undefined;
      const progress = parseProgress(session.progress);
      return progress.greeted ? undefined : saveTurn(session, greet(script, progress, session.record));
    },

    /** Stores the visitor's message and returns the agent's reply. */
    receive(sessionId: string, content: string): string | undefined {
      const session = store.byId(sessionId);
      if (session === undefined) return undefined;
      addMessage(sessionId, 'visitor', content);
      return saveTurn(session, reply(script, parseProgress(session.progress), session.record, content));
    },

    /** Stores the agent's message. Undefined if the conversation was deleted. */
    addAgentMessage(sessionId: string, content: string): StoredMessage | undefined {
      return store.byId(sessionId) === undefined ? undefined : addMessage(sessionId, 'agent', content);
    },

    messages: store.messages,
    all: store.all,
    leadOf,
  };
}
