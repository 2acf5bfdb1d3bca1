import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { answer, greet, readProgress, type Turn } from '../agent/converse.ts';
import type { AgentScript } from '../agent/script.ts';
import type { KnownIds } from '../known-ids.ts';
import type { LeadFile } from '../leads/lead-file.ts';
import type { ConversationStore, StoredMessage, StoredSession } from '../store/conversation-store.ts';
import type { Fields } from '../store/row.ts';
import { timestampOf } from '../timestamp.ts';

/** The conversations as data: who takes part, what was said, what the agent says next. Nothing here knows sockets. */
export type Conversations = ReturnType<typeof createConversations>;

type Parts = { store: ConversationStore; leads: LeadFile; ids: KnownIds; script: AgentScript; clock: Clock };

export function createConversations({ store, leads, ids, script, clock }: Parts) {
  const begin = (flowId: string, record: Fields & { phone?: string }): StoredSession => {
    const sessionId = `webchat-session.${randomUUID()}`;
    const session = { sessionId, flowId, phone: record.phone, record, progress: {} };
    store.add(session);
    return session;
  };

  const write = (sessionId: string, from: StoredMessage['from'], content: string): StoredMessage => {
    const message: StoredMessage = { id: randomUUID(), from, content, at: timestampOf(clock.now()) };
    store.addMessage(sessionId, message);
    return message;
  };

  const leadOf = (session: StoredSession) => (session.phone === undefined ? undefined : leads.byPhone(session.phone));

  /** What initialization said goes before what is on file: it is newer. */
  const recordOf = (session: StoredSession): Fields => ({ ...leadOf(session)?.fields, ...session.record });

  const take = (session: StoredSession, turn: Turn): string => {
    store.saveProgress(session.sessionId, turn.progress);
    return turn.say;
  };

  return {
    begin,

    hasFlow: (flowId: string) => ids.flows.has(flowId),

    /** Where a socket's path leads (webchat connection): `null` begins an anonymous conversation, an id continues the one it names. */
    open(flowId: string, sessionId: string | null): StoredSession | undefined {
      if (sessionId === null) return begin(flowId, {});
      const session = store.byId(sessionId);
      return session?.flowId === flowId ? session : undefined;
    },

    /** The greeting of a conversation, once; undefined when it was greeted before. */
    greeting(sessionId: string): string | undefined {
      const session = store.byId(sessionId);
      if (session === undefined) return undefined;
      const progress = readProgress(session.progress);
      return progress.greeted ? undefined : take(session, greet(script, progress, recordOf(session)));
    },

    /** Keeps what the visitor says and returns what the agent has to say to it. */
    hear(sessionId: string, content: string): string | undefined {
      const session = store.byId(sessionId);
      if (session === undefined) return undefined;
      write(sessionId, 'visitor', content);
      return take(session, answer(script, readProgress(session.progress), recordOf(session), content));
    },

    /** Keeps what the agent says. Undefined when the conversation is gone. */
    say(sessionId: string, content: string): StoredMessage | undefined {
      return store.byId(sessionId) === undefined ? undefined : write(sessionId, 'agent', content);
    },

    messages: store.messages,
    all: store.all,
    leadOf,
  };
}
