import { createHmac } from 'node:crypto';
import pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { connectionOptions, endConnections } from '../store/postgres/connection-limits.ts';
import { postgresError } from '../store/postgres/postgres-error.ts';
import { phoneLimits } from './lead-limits.ts';
import { denied, type LimiterFactory } from './limiter.ts';
import { createMemoryLimiters } from './memory-limiter.ts';

const tableName = 'leadchat_limits';
/** A visitor waits meanwhile, and each proxy can count alone. */
const limits = { connectMs: 2_000, queryMs: 2_000 };

/**
 * Limits that all proxies of one database share. While the database does not respond, each proxy counts alone. The parts
 * of a key are hashed with `secret`, which is not in the database: there are so few phones and addresses that anyone
 * could find those of a plain hash.
 */
export async function openPostgresLimiters(
  url: string,
  secret: string,
): Promise<{ create: LimiterFactory; close(): Promise<void> }> {
  const pool = new pg.Pool({ ...connectionOptions(url, limits), max: 5 });
  // When the server ends a connection, the pool replaces it and its query rejects. The connection also emits `error`,
  // idle or in use, which would end the process without a listener.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await createTable(pool);
  } catch (error) {
    await endConnections(pool);
    throw error;
  }
  const createAlone = createMemoryLimiters();
  return {
    create(name, { points, seconds }) {
      const alone = createAlone(name, { points, seconds });
      const limiter = new RateLimiterPostgres({
        keyPrefix: name,
        points,
        duration: seconds,
        storeClient: pool,
        storeType: 'pool',
        tableName,
        tableCreated: true,
        // A key over its limit costs no more queries until the limit resets.
        inMemoryBlockOnConsumed: points + 1,
      });
      return {
        async take(key) {
          try {
            await limiter.consume(hashed(secret, key));
            return { allowed: true };
          } catch (rejection) {
            return rejection instanceof RateLimiterRes ? denied(rejection.msBeforeNext) : alone.take(key);
          }
        },
        async giveBack(key) {
          try {
            // After its window has ended, a point that comes back would allow one more than the limit.
            if ((await limiter.get(hashed(secret, key))) !== null) await limiter.reward(hashed(secret, key));
          } catch {
            await alone.giveBack(key);
          }
        },
      };
    },
    close: () => endConnections(pool),
  };
}

/**
 * Deletes what is counted for a phone.
 * @throws StoreError
 */
export async function erasePhoneLimits(url: string, secret: string, phone: string): Promise<void> {
  const client = new pg.Client(connectionOptions(url, { connectMs: 5_000, queryMs: 10_000 }));
  client.on('error', () => {}); // the query rejects, too
  try {
    await client.connect();
    const { rows } = await client.query('SELECT to_regclass($1) AS name', [tableName]);
    if (rows[0]?.name === null) return;
    const key = hashed(secret, phone);
    await client.query(`DELETE FROM ${tableName} WHERE key = $1 OR key LIKE $2`, [
      `${phoneLimits.phone}:${key}`,
      `${phoneLimits.phoneAndAddress}:${key} %`,
    ]);
  } catch (error) {
    throw postgresError(error);
  } finally {
    await endConnections(client).catch(() => {}); // the server may have ended it first
  }
}

/** Hashes the parts of a key one by one, so that all keys that begin with a phone can be found. */
function hashed(secret: string, key: string): string {
  const hash = (part: string) => createHmac('sha256', secret).update(part).digest('hex').slice(0, 32);
  return key.split(' ').map(hash).join(' ');
}

/** Locks, because concurrent `CREATE TABLE IF NOT EXISTS` of several starting proxies can fail. */
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
