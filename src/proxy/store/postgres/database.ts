import pg from 'pg';
import { describeStore } from '../describe-store.ts';
import { isStoreError, StoreError } from '../store-error.ts';
import { connectionOptions, endConnections } from './connection-limits.ts';

/** The part of a connection that the store uses, inside or outside a transaction. */
export type Queryable = {
  query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
};

export type Database = Queryable & {
  /** Runs `work` in a transaction. Resolves after the commit. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const connectTimeoutMs = 5_000;

/** Opens a pool of connections whose errors are StoreErrors, and checks that commits are durable. */
export async function openDatabase(url: string, queryMs = 15_000): Promise<Database> {
  const pool = createPool(url, queryMs);
  // The pool replaces a connection that the server ends, and its query rejects. But the connection also emits `error`,
  // whether idle or in use, which would end the process without a listener.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let closed = false;

  const database: Database = {
    async query(sql, values) {
      try {
        return await pool.query(sql, values);
      } catch (error) {
        throw postgresError(error);
      }
    },
    async transaction(work) {
      const client = await connect(pool);
      let broken: Error | undefined;
      try {
        await client.query('BEGIN');
        const result = await work(client);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        broken = isTimeout(error) ? error : await rollback(client);
        throw postgresError(error);
      } finally {
        // The pool drops a broken connection instead of lending it again.
        client.release(broken);
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      await endConnections(pool);
    },
  };
  try {
    await assertDurable(database);
  } catch (error) {
    await endConnections(pool);
    throw openingError(error, url);
  }
  return database;
}

function isTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Resolves with an error if the connection is broken. */
async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('the connection is broken');
  }
}

function createPool(url: string, queryMs: number): pg.Pool {
  try {
    return new pg.Pool({ ...connectionOptions(url, { connectMs: connectTimeoutMs, queryMs }), max: 10 });
  } catch (error) {
    throw openingError(error, url);
  }
}

/** Errors that need a change of the address or the server, by SQLSTATE or error code. */
const lastingReasons: Record<string, string> = {
  '28P01': 'the user or the password is wrong',
  '28000': 'the server refuses this user',
  '3D000': 'the server has no such database',
  '42501': 'the user may not create the schema leadchat',
  ERR_INVALID_URL: 'its address is not valid',
};

/**
 * An error while the store is opened, with the database's name. An unreachable server may come back; see
 * `retryAfterMs`.
 */
export function openingError(error: unknown, url: string): StoreError {
  const translated = postgresError(error);
  const cause = translated.cause;
  if (translated.code !== 'unavailable' || cause === undefined) return translated;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const lasting = lastingReasons[code];
  const isTimeout = cause instanceof Error && /timeout/.test(cause.message);
  const reason =
    lasting ?? (isTimeout ? `no connection within ${connectTimeoutMs / 1000} s` : code || 'the connection failed');
  return new StoreError({
    code: 'unavailable',
    message: `[store] ${describeStore(url)} cannot be used: ${reason}.`,
    ...(lasting === undefined && { retryAfterMs: 5_000 }),
    cause,
  });
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw postgresError(error);
  }
}

async function assertDurable(database: Queryable): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await database.query('SELECT current_setting($1) AS value', [setting]);
    if (rows[0]?.value !== 'off') continue;
    throw new StoreError({
      code: 'not-durable',
      message: `[store] Postgres runs with ${setting} = off, so accepted leads could get lost: turn it on.`,
    });
  }
}

/** SQLSTATE classes that concern one row: data exceptions and constraint violations. */
const rowClasses = ['22', '23'];

/** Why a running server refuses writes, by SQLSTATE. */
const serverReasons: Record<string, string> = {
  '53100': "the server's disk is full",
  '25006': 'the server is read-only',
  '57P03': 'the server is starting',
};

/** Translates a database error into a StoreError. The original message, which may quote values, stays in `cause`. */
export function postgresError(error: unknown): StoreError {
  if (isStoreError(error)) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (rowClasses.includes(code.slice(0, 2)) && code.length === 5) {
    return new StoreError({ code: 'row-refused', message: `[store] Postgres refused a row (${code}).`, cause: error });
  }
  const reason = serverReasons[code] ?? code;
  return new StoreError({
    code: 'unavailable',
    message: `[store] the database cannot be used${reason === '' ? '' : ` (${reason})`}.`,
    retryAfterMs: 5_000,
    cause: error,
  });
}
