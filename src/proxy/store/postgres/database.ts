import pg from 'pg';
import { StoreError } from '../store-error.ts';
import { postgresError } from './postgres-error.ts';

/** As much of a connection as the store uses, in a transaction or outside of one. */
export type Queryable = {
  query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
};

export type Database = Queryable & {
  /** Runs `work` in a transaction; settles after the commit. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** A pool of connections whose failures are StoreErrors, checked for durable commits. */
export async function openDatabase(url: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
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
        await client.query('ROLLBACK').catch((cause: unknown) => {
          broken = cause instanceof Error ? cause : new Error('the connection is broken');
        });
        throw postgresError(error);
      } finally {
        // A connection that cannot roll back is not given to anybody else.
        client.release(broken);
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      await pool.end();
    },
  };
  try {
    await assertDurable(database);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return database;
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
