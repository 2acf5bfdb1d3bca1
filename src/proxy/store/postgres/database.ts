import pg from 'pg';
import type { Database, Row, Sql, SqlScalar, SqlValue, Transaction } from '../sql.ts';
import { StoreError } from '../store-error.ts';
import {
  connectionOptions,
  endConnections,
  localServerLimits,
  refusesSettings,
  serverLimits,
} from './connection-limits.ts';
import { locks, postgresDialect } from './dialect.ts';
import { connectTimeoutMs, openingError, postgresError } from './postgres-error.ts';
import { createStatements } from './statements.ts';

type Statements = ReturnType<typeof createStatements>;

export type PostgresDatabase = Database & { close(): Promise<void> };

export type PostgresDatabaseOptions = {
  /** How long to wait for a connection. @default 5000 */
  connectMs?: number;
  /** How long to wait for the response to a query. @default 15000 */
  queryMs?: number;
  /** @default 10 */
  maxConnections?: number;
};

const maxAttempts = 3;
/**
 * What the queries are written for. A database with other defaults refuses what comes at the same time, a backslash, or NULL.
 * Compiling a query over many leads (`jit`) takes several times as long as running it.
 */
const defaults = [
  String.raw`default_transaction_isolation=read\ committed`,
  'standard_conforming_strings=on',
  'array_nulls=on',
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** `pg` behind the store's SQL port. Opens connections when they are needed. */
export function createPostgresDatabase(
  url: string,
  { connectMs = connectTimeoutMs, queryMs = 15_000, maxConnections = 10 }: PostgresDatabaseOptions = {},
): PostgresDatabase {
  const limits = { connectMs, queryMs };
  let pool = createPool(url, {
    ...connectionOptions(url, limits),
    ...serverLimits(limits),
    ...withDefaults(url),
    max: maxConnections,
  });
  /** Behind a pooler, each transaction sets its limits. */
  let localLimits = '';
  const statements = createStatements();
  let isClosed = false;

  /** Whether a statement can be tried again, because the connections start without settings from now on. */
  const leaveOutSettings = (error: unknown): boolean => {
    if (isClosed || !refusesSettings(error)) return false;
    // Others may have seen the same connection fail.
    if (localLimits !== '') return true;
    localLimits = `; ${localServerLimits(limits)}`;
    // The one before has no connection to end. What waits there is refused in turn, and comes here, too.
    pool = createPool(url, { ...connectionOptions(url, limits), max: maxConnections });
    return true;
  };

  const runOnce = async <T>(begin: string, work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(begin + localLimits);
      const result = await work(transactionOver(client, statements));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      broken = isTimeout(error) ? error : await rollback(client);
      throw error;
    } finally {
      // The pool drops a broken connection instead of lending it again.
      client.release(broken);
    }
  };

  const retried = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        const canRetry = isConflict(error) || statements.areLost(error) || leaveOutSettings(error);
        if (attempt === maxAttempts || !canRetry) throw postgresError(error);
      }
    }
  };

  const sql = sqlOver(() => pool, statements);
  return {
    dialect: postgresDialect,
    all: (text, values) => retried(() => sql.all(text, values)),
    get: (text, values) => retried(() => sql.get(text, values)),
    run: (text, values) => retried(() => sql.run(text, values)),
    each: (text, rows) => retried(() => sql.each(text, rows)),
    transaction: (work) => retried(() => runOnce('BEGIN ISOLATION LEVEL READ COMMITTED', work)),
    snapshot: (work) => retried(() => runOnce('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work)),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await endConnections(pool);
    },
  };
}

/**
 * The defaults behind the operator's own options, which `pg` takes from the address or else from PGOPTIONS: of two values of a
 * setting the last one counts. What the address has wins over what `pg` is given beside it.
 */
function withDefaults(url: string): pg.PoolConfig {
  const address = URL.parse(url);
  const options = `${address?.searchParams.get('options') || process.env.PGOPTIONS || ''} ${defaults}`;
  if (!address?.searchParams.has('options')) return { options };
  address.searchParams.set('options', options);
  return { connectionString: address.href };
}

/** @throws StoreError if commits are not durable */
export async function assertDurable(database: Database): Promise<void> {
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const setting = await database.get('SELECT current_setting($1) AS value', [name]);
    if (setting?.value !== 'off') continue;
    throw new StoreError({
      code: 'not-durable',
      message: `[store] Postgres runs with ${name} = off, so accepted leads could get lost: turn it on.`,
    });
  }
}

function sqlOver(connection: () => pg.Pool | pg.PoolClient, statements: Statements): Sql {
  const query = async (text: string, values: readonly (SqlValue | readonly SqlScalar[])[]) => {
    const { rows, rowCount } = await connection().query<Row>({ ...statements.of(text), values: [...values] });
    return { rows, count: rowCount ?? 0 };
  };
  return {
    all: async (text, values = []) => (await query(text, values)).rows,
    get: async (text, values = []) => (await query(text, values)).rows[0],
    run: (text, values = []) => query(text, values),
    each(text, rows) {
      const [first = []] = rows;
      return query(
        text,
        first.map((_, column) => rows.map((row) => row[column])),
      );
    },
  };
}

function transactionOver(client: pg.PoolClient, statements: Statements): Transaction {
  return {
    ...sqlOver(() => client, statements),
    async script(text) {
      await client.query(text);
    },
    async lock(name) {
      await client.query('SELECT pg_advisory_xact_lock($1)', [locks[name]]);
    },
  };
}

function createPool(url: string, options: pg.PoolConfig): pg.Pool {
  try {
    const pool = new pg.Pool({ ...options, types: { getTypeParser } });
    // The pool replaces a connection that the server ends, and its query rejects. But the connection also emits `error`,
    // whether idle or in use, which would end the process without a listener.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  } catch (error) {
    throw openingError(error, url);
  }
}

/** bigint, and numeric, which is the sum of several: times and counts, which are exact as numbers. */
const numberTypes = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

function getTypeParser(type: number, format?: 'text' | 'binary') {
  return numberTypes.includes(type) ? Number : pg.types.getTypeParser(type, format);
}

function isTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Postgres ended this transaction because of another one: they waited for each other's rows, or their order matters. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && conflictCodes.has(error.code);
}

/** deadlock_detected, serialization_failure. */
const conflictCodes = new Set<unknown>(['40P01', '40001']);

/** Resolves with an error if the connection is broken. */
async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('the connection is broken');
  }
}
