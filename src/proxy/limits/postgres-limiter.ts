import { hash } from 'node:crypto';
import { createPostgresDatabase } from '../store/postgres/database.ts';
import { createSchema } from '../store/postgres/dialect.ts';
import type { Database } from '../store/sql.ts';
import { phoneLimits } from './lead-limits.ts';
import type { LimiterFactory } from './limiter.ts';
import { createMemoryLimiters } from './memory-limiter.ts';

const tableName = 'leadchat.leadchat_limits';
/** Where earlier builds had it for a user who is not called like the schema: in a schema that users may not write since Postgres 15. */
const earlierName = 'public.leadchat_limits';
/** Nobody waits for it: each proxy counts alone meanwhile. */
const waits = { connectMs: 2_000, queryMs: 2_000 };
/** How long a proxy counts alone before it tells the others, and learns of them. */
const shareMs = 200;
const sweepMs = 300_000;
/** Keys that wait for a database that does not respond. */
const maxUnshared = 10_000;

/** In milliseconds, by the database's clock, which all proxies share. */
const nowMs = 'floor(extract(epoch FROM now()) * 1000)::bigint';

/**
 * A window ends at its time; and now if it ends later than one can that begins now: the database's clock was set back. A minute is
 * for transactions that have waited for each other.
 */
const hasEnded = `NOT counted.expire BETWEEN ${nowMs} + 1 AND excluded.expire + 60000`;

/**
 * Adds what one proxy has counted. A window begins with a key's first event; after its end a point that comes back would allow
 * one more than the limit. In the order of the keys, so that two proxies do not wait for each other.
 */
const addPoints = `
  INSERT INTO ${tableName} AS counted (key, points, expire)
  SELECT key, points, ${nowMs} + ms FROM unnest($1::text[], $2::int[], $3::bigint[]) AS added (key, points, ms)
  WHERE points > 0 OR EXISTS (SELECT 1 FROM ${tableName} AS known WHERE known.key = added.key)
  ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    points = greatest(excluded.points + CASE WHEN ${hasEnded} THEN 0 ELSE counted.points END, 0),
    expire = CASE WHEN ${hasEnded} THEN excluded.expire ELSE counted.expire END
  RETURNING key, points, expire - ${nowMs} AS wait`;

/** What this proxy has counted for one key since it told the others, in the window that ends at `endsAt`. */
type Unshared = { points: number; windowMs: number; endsAt: number; learn(total: number, waitMs: number): void };

const isRunning = ({ endsAt }: Unshared) => endsAt > performance.now();

/**
 * Limits that all proxies of one database share. Each decides by what it knows: its own count, and every 200 ms that of the
 * others, for all keys in one statement. So until they know of each other, each allows as many as one alone, and while the database
 * does not respond. The parts of a key are hashed with `secret`, which is not in the database: there are so few phones and
 * addresses that anyone could find those of a plain hash.
 */
export async function openPostgresLimiters(
  url: string,
  secret: string,
): Promise<{ create: LimiterFactory; close(): Promise<void> }> {
  const database = createPostgresDatabase(url, { ...waits, maxConnections: 1 });
  try {
    await createTable(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const sweeper = setInterval(() => {
    // What is not deleted now is deleted next time.
    database.run(`DELETE FROM ${tableName} WHERE expire <= ${nowMs}`).catch(() => {});
  }, sweepMs).unref();
  const createAlone = createMemoryLimiters();
  const hashed = createHasher(secret);
  let unshared = new Map<string, Unshared>();
  let timer: NodeJS.Timeout | undefined;
  let sharing = Promise.resolve();
  let isClosed = false;

  const share = async () => {
    const batch = [...unshared].filter(([, count]) => count.points !== 0 && isRunning(count));
    unshared = new Map();
    if (batch.length === 0) return;
    const counts = batch.map(([, count]) => count);
    const { rows } = await database.run(addPoints, [
      batch.map(([key]) => key),
      counts.map(({ points }) => points),
      counts.map(({ windowMs }) => windowMs),
    ]);
    const totals = new Map(rows.map((row) => [row.key, row]));
    for (const [key, { learn }] of batch) {
      const total = totals.get(key);
      // What came meanwhile is not in the total.
      if (total !== undefined) learn(Number(total.points) + (unshared.get(key)?.points ?? 0), Number(total.wait));
    }
  };
  /** What the others cannot learn now they learn later, unless it becomes too much, or its window ends before. */
  const tryToShare = async () => {
    const before = unshared;
    try {
      await share();
    } catch {
      if (before.size + unshared.size > maxUnshared) return;
      for (const [key, count] of before) {
        if (!isRunning(count)) continue;
        unshared.set(key, { ...count, points: count.points + (unshared.get(key)?.points ?? 0) });
      }
    }
  };
  const shareSoon = () => {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      sharing = tryToShare().finally(() => {
        timer = undefined;
        if (unshared.size > 0) shareSoon();
      });
    }, shareMs).unref();
  };

  return {
    create(name, { points, seconds }) {
      const alone = createAlone(name, { points, seconds });
      const count = (key: string, change: 1 | -1) => {
        const shared = `${name}:${hashed(key)}`;
        const known = unshared.get(shared);
        const learn = (total: number, waitMs: number) => alone.set(key, total, waitMs);
        const begun = { points: 0, windowMs: seconds * 1000, endsAt: performance.now() + seconds * 1000, learn };
        const running = known !== undefined && isRunning(known) ? known : begun;
        unshared.set(shared, { ...running, points: running.points + change });
        shareSoon();
      };
      return {
        async take(key) {
          const result = await alone.take(key);
          // A key over its limit costs no more statements until its window ends.
          if (result.allowed) count(key, 1);
          return result;
        },
        async reward(key) {
          await alone.reward(key);
          count(key, -1);
        },
      };
    },
    async close() {
      isClosed = true;
      clearInterval(sweeper);
      clearTimeout(timer);
      await sharing;
      await tryToShare();
      await database.close();
    },
  };
}

/**
 * Deletes what is counted for phones.
 * @throws StoreError
 */
export async function erasePhoneLimits(url: string, secret: string, phones: readonly string[]): Promise<void> {
  const database = createPostgresDatabase(url, { connectMs: 5_000, queryMs: 10_000, maxConnections: 1 });
  try {
    const found = await database.get('SELECT to_regclass($1) AS name', [tableName]);
    if (found?.name === null) return;
    const keys = phones.map(createHasher(secret));
    await database.run(`DELETE FROM ${tableName} WHERE key = ANY($1) OR key LIKE ANY($2)`, [
      keys.map((key) => `${phoneLimits.phone}:${key}`),
      keys.map((key) => `${phoneLimits.phoneAndAddress}:${key} %`),
    ]);
  } finally {
    await database.close();
  }
}

/** The phone and the address of one lead are parts of several keys, which are hashed one after another. */
const maxKnownParts = 1_000;

/**
 * Hashes the parts of a key one by one, so that all keys that begin with a phone can be found. Nested like HMAC, and a
 * third faster than `createHmac`.
 */
function createHasher(secret: string): (key: string) => string {
  const known = new Map<string, string>();
  const hashPart = (part: string) => {
    const found = known.get(part);
    if (found !== undefined) return found;
    const hashed = hash('sha256', secret + hash('sha256', secret + part)).slice(0, 32);
    if (known.size === maxKnownParts) known.clear();
    known.set(part, hashed);
    return hashed;
  };
  return (key) => key.split(' ').map(hashPart).join(' ');
}

/** What an earlier build has counted goes on counting, and none of it stays where nothing erases it. */
const moveTable = `
  DO $$ BEGIN
    IF to_regclass('${earlierName}') IS NULL THEN RETURN; END IF;
    IF to_regclass('${tableName}') IS NULL THEN ALTER TABLE ${earlierName} SET SCHEMA leadchat;
    ELSE DROP TABLE ${earlierName};
    END IF;
  EXCEPTION WHEN insufficient_privilege THEN NULL; -- Another user's stays.
  END $$;`;

/** Locks, because concurrent `CREATE TABLE IF NOT EXISTS` of several starting proxies can fail. */
async function createTable(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.lock('limits');
    await tx.script(createSchema);
    await tx.script(moveTable);
    await tx.script(
      // Unlogged: what a crash of the server forgets is counted anew, and the disk has less to do.
      `CREATE UNLOGGED TABLE IF NOT EXISTS ${tableName} (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT)`,
    );
  });
}
