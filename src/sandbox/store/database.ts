import { DatabaseSync } from 'node:sqlite';

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

/**
 * Opens the data, in memory without a file. What was answered survives a killed process; after a power cut the last
 * moments may be missing, which is a fair price for a stand-in that keeps no real lead.
 * @throws Error that names the file when it cannot be used.
 */
export function openDatabase(file: string | undefined): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file ?? ':memory:', { timeout: 5000 });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const found = database.prepare('PRAGMA user_version').get()?.user_version;
    if (found === 0) database.exec(`BEGIN; ${schema} PRAGMA user_version = ${version}; COMMIT;`);
    else if (found !== version) throw new Error(`it was written by another version (${found}, not ${version})`);
    return database;
  } catch (cause) {
    database?.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`[sandbox] the data file "${file}" cannot be used: ${reason}.`, { cause });
  }
}

/** All or nothing: a lead is never saved without the enrolment that its request asked for. */
export function inTransaction<T>(database: DatabaseSync, run: () => T): T {
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

export function deleteEverything(database: DatabaseSync): void {
  inTransaction(database, () => {
    for (const table of ['leads', 'enrolments', 'calls', 'sessions', 'messages']) database.exec(`DELETE FROM ${table}`);
  });
}
