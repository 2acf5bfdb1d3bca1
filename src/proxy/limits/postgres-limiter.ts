import { hash } from 'node:crypto';
import pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimiterFactory } from './limiter.ts';

const tableName = 'leadchat_limits';

/**
 * Limits that all proxies of one database count together. While the database does not answer, each counts for itself.
 * Keys are hashed: the table is no place for phones and addresses.
 */
export async function openPostgresLimiters(url: string): Promise<{ create: LimiterFactory; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 5, connectionTimeoutMillis: 2000 });
  // The pool replaces a connection that the server ends, and the query that ran on it rejects. But each connection also
  // emits `error`, idle or lent, and without a listener that would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await createTable(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    create(name, { points, seconds }) {
      const options = { keyPrefix: name, points, duration: seconds };
      const limiter = new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        storeType: 'pool',
        tableName,
        tableCreated: true,
        // Who is over the limit costs no more queries until it may come again.
        inMemoryBlockOnConsumed: points + 1,
        insuranceLimiter: new RateLimiterMemory(options),
      });
      return {
        async take(key) {
          try {
            await limiter.consume(hash('sha256', key).slice(0, 32));
            return { allowed: true };
          } catch (refusal) {
            // Leads are taken when in doubt: what they cost is bounded by the store.
            if (!(refusal instanceof RateLimiterRes)) return { allowed: true };
            return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
          }
        },
      };
    },
    close: () => pool.end(),
  };
}

/** Several proxies may start at once, and `IF NOT EXISTS` alone does not keep them from each other. */
async function createTable(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('${tableName}'))`);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${tableName} (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT)`,
    );
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
