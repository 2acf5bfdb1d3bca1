import pg from 'pg';
import type { Database, Row, Sql, SqlScalar, SqlValue, Transaction } from '../sql.ts';
import { StoreError } from '../store-error.ts';
import { connectionOptions, endConnections } from './connection-limits.ts';
import { locks, postgresDialect } from './dialect.ts';
import { connectTimeoutMs, openingError, postgresError } from './postgres-error.ts';

export type PostgresDatabase = Database & { close(): Promise<void> };

export type PostgresDatabaseOptions = {
  /** How long to wait for the response to a query. @default 15000 */
  queryMs?: number;
  /** @default 10 */
  maxConnections?: number;
};

const maxAttempts = 3;
const schema = 'leadchat';

/** `pg` behind the store's SQL port. Opens connections when they are needed. */
export function createPostgresDatabase(
  url: string,
  { queryMs = 15_000, maxConnections = 10 }: PostgresDatabaseOptions = {},
): PostgresDatabase {
  const pool = createPool(url, queryMs, maxConnections);
  // The pool replaces a connection that the server ends, and its query rejects. But the connection also emits `error`,
  // whether idle or in use, which would end the process without a listener.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let isClosed = false;

  const runOnce = async <T>(begin: string, work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(begin);
      const result = await work(transactionOver(client));
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

  const sql = sqlOver(pool);
  return {
    dialect: postgresDialect,
    all: (text, values) => retried(() => sql.all(text, values)),
    get: (text, values) => retried(() => sql.get(text, values)),
    run: (text, values) => retried(() => sql.run(text, values)),
    each: (text, rows) => retried(() => sql.each(text, rows)),
    transaction: (work) => retried(() => runOnce('BEGIN', work)),
    snapshot: (work) => retried(() => runOnce('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work)),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await endConnections(pool);
    },
  };
}

/** @throws StoreError if commits are not durable, or the connection is not as it was asked for */
export async function assertSettings(database: Database): Promise<void> {
  const setting = async (name: string) => (await database.get('SELECT current_setting($1) AS value', [name]))?.value;
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    if ((await setting(name)) !== 'off') continue;
    throw new StoreError({
      code: 'not-durable',
      message: `[store] Postgres runs with ${name} = off, so accepted leads could get lost: turn it on.`,
    });
  }
  const path = await setting('search_path');
  if (path === schema) return;
  throw new StoreError({
    code: 'unavailable',
    message: `[store] Postgres runs with search_path = ${path} instead of ${schema}: connect to it without a pooler, or let the pooler pass the parameter \`options\`.`,
  });
}

/**
 * Statements with a name are parsed and planned once for each connection, which halves their time. There are about a
 * hundred.
 */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `leadchat_${names.size}`;
  names.set(text, name);
  return name;
}

function sqlOver(connection: pg.Pool | pg.PoolClient): Sql {
  const query = async (text: string, values: readonly (SqlValue | readonly SqlScalar[])[]) => {
    const { rows, rowCount } = await connection.query<Row>({ name: nameOf(text), text, values: [...values] });
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

function transactionOver(client: pg.PoolClient): Transaction {
  return {
    ...sqlOver(client),
    async script(text) {
      await client.query(text);
    },
    async lock(name) {
      await client.query('SELECT pg_advisory_xact_lock($1)', [locks[name]]);
    },
  };
}

function createPool(url: string, queryMs: number, maxConnections: number): pg.Pool {
  try {
    return new pg.Pool({
      ...connectionOptions(withSchema(url), { connectMs: connectTimeoutMs, queryMs }),
      max: maxConnections,
      types: { getTypeParser },
    });
  } catch (error) {
    throw openingError(error, url);
  }
}

/** The address, with the schema in which tables are looked up beside the operator's own options. */
function withSchema(url: string): string {
  const address = new URL(url);
  const options = address.searchParams.get('options');
  const path = `-c search_path=${schema}`;
  address.searchParams.set('options', options === null ? path : `${options} ${path}`);
  return address.href;
}

/** bigint, and numeric, which is the sum of several: times and counts, which are exact as numbers. */
const numberTypes = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

function getTypeParser(type: number, format?: 'text' | 'binary') {
  return numberTypes.includes(type) ? Number : pg.types.getTypeParser(type, format);
}

/** Two transactions that wait for each other's rows: Postgres ends one of them, which runs again. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !isDeadlock(error)) throw postgresError(error);
    }
  }
}

function isTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01';
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
