import type { DatabaseSync } from 'node:sqlite';
import { type Fields, fieldsIn, textIn } from './columns.ts';

export type StoredMessage = { id: string; from: 'agent' | 'visitor'; content: string; at: string };

/** A webchat session. `phone` and `record` come from session initialization; an anonymous session has none. */
export type StoredSession = {
  sessionId: string;
  flowId: string;
  phone: string | undefined;
  record: Fields;
  /** The agent's progress in its script. */
  progress: Fields;
};

export type ConversationStore = ReturnType<typeof openConversationStore>;

export function openConversationStore(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO sessions (session_id, flow_id, phone, record, progress) VALUES (?, ?, ?, ?, ?)',
  );
  const saveProgress = database.prepare('UPDATE sessions SET progress = ? WHERE session_id = ?');
  const byId = database.prepare('SELECT * FROM sessions WHERE session_id = ?');
  const all = database.prepare('SELECT * FROM sessions ORDER BY seq');
  const insertMessage = database.prepare(
    'INSERT INTO messages (id, session_id, sender, content, at) VALUES (?, ?, ?, ?, ?)',
  );
  const messagesOf = database.prepare('SELECT * FROM messages WHERE session_id = ? ORDER BY seq');
  return {
    add({ sessionId, flowId, phone, record, progress }: StoredSession): void {
      insert.run(sessionId, flowId, phone ?? null, JSON.stringify(record), JSON.stringify(progress));
    },
    saveProgress(sessionId: string, progress: Fields): void {
      saveProgress.run(JSON.stringify(progress), sessionId);
    },
    byId(sessionId: string): StoredSession | undefined {
      const row = byId.get(sessionId);
      return row === undefined ? undefined : readSession(row);
    },
    all: () => all.all().map(readSession),
    addMessage(sessionId: string, { id, from, content, at }: StoredMessage): void {
      insertMessage.run(id, sessionId, from, content, at);
    },
    messages: (sessionId: string) => messagesOf.all(sessionId).map(readMessage),
  };
}

function readSession(row: Record<string, unknown>): StoredSession {
  return {
    sessionId: textIn(row, 'session_id'),
    flowId: textIn(row, 'flow_id'),
    phone: row.phone === null ? undefined : textIn(row, 'phone'),
    record: fieldsIn(row, 'record'),
    progress: fieldsIn(row, 'progress'),
  };
}

function readMessage(row: Record<string, unknown>): StoredMessage {
  return {
    id: textIn(row, 'id'),
    from: textIn(row, 'sender') === 'agent' ? 'agent' : 'visitor',
    content: textIn(row, 'content'),
    at: textIn(row, 'at'),
  };
}
