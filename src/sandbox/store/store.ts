import { DatabaseSync } from 'node:sqlite';
import { type CallStore, openCallStore } from './call-store.ts';
import { type ConversationStore, openConversationStore } from './conversation-store.ts';
import { type EnrolmentStore, type LeadStore, openEnrolmentStore, openLeadStore } from './lead-store.ts';

/** All data of the sandbox. */
export type Store = {
  leads: LeadStore;
  enrolments: EnrolmentStore;
  calls: CallStore;
  conversations: ConversationStore;
  /**
   * Commits everything that `run` writes, or nothing. A lead is never saved without the enrolment of the same request.
   */
  transaction<T>(run: () => T): T;
  reset(): void;
  close(): void;
};

/**
 * Opens the data file, or a database in memory without one.
 * @throws Error that names the file when it cannot be used.
 */
export function openStore(file: string | undefined): Store {
  const database = openDatabase(file);
  return {
    leads: openLeadStore(database),
    enrolments: openEnrolmentStore(database),
    calls: openCallStore(database),
    conversations: openConversationStore(database),
    transaction: (run) => inTransaction(database, run),
    reset: () => deleteEverything(database),
    close: () => database.close(),
  };
}

const version = 1;

const schema = `
  CREATE TABLE leads (
    seq INTEGER PRIMARY KEY, lead_id TEXT NOT NULL UNIQUE, phone TEXT NOT NULL UNIQUE, fields TEXT NOT NULL,
    tags TEXT NOT NULL, timezone TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE enrolments (
    seq INTEGER PRIMARY KEY, lead_id TEXT NOT NULL, workflow_id TEXT NOT NULL, record TEXT NOT NULL, at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE calls (
    seq INTEGER PRIMARY KEY, call_id TEXT NOT NULL UNIQUE, agent TEXT NOT NULL, phone_to TEXT NOT NULL,
    phone_from TEXT NOT NULL, request_data TEXT NOT NULL, placed_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE sessions (
    seq INTEGER PRIMARY KEY, session_id TEXT NOT NULL UNIQUE, flow_id TEXT NOT NULL, phone TEXT,
    record TEXT NOT NULL, progress TEXT NOT NULL
  ) STRICT;
  CREATE TABLE messages (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, session_id TEXT NOT NULL, sender TEXT NOT NULL,
    content TEXT NOT NULL, at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX messages_of_session ON messages (session_id, seq);
`;

function openDatabase(file: string | undefined): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file ?? ':memory:', { timeout: 5000 });
    // A commit survives a killed process. After a power cut the last ones may be missing, which test data can bear.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const found = database.prepare('PRAGMA user_version').get()?.user_version;
    if (found === 0) database.exec(`BEGIN; ${schema} PRAGMA user_version = ${version}; COMMIT;`);
    else if (found !== version) throw new Error(`another version wrote it (${found}, not ${version})`);
    return database;
  } catch (cause) {
    database?.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`[sandbox] the data file "${file}" cannot be used: ${reason}.`, { cause });
  }
}

function inTransaction<T>(database: DatabaseSync, run: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = run();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function deleteEverything(database: DatabaseSync): void {
  inTransaction(database, () => {
    for (const table of ['leads', 'enrolments', 'calls', 'sessions', 'messages']) database.exec(`DELETE FROM ${table}`);
  });
}
