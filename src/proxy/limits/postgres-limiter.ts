import { hash } from 'node:crypto';
import { createPostgresDatabase } from '../store/postgres/database.ts';
import { createSchema } from '../store/postgres/dialect.ts';
import type { Database } from '../store/sql.ts';
import { phoneLimits } from './lead-limits.ts';
import { denied, type LimiterFactory, type LimitResult } from './limiter.ts';
import { createMemoryLimiters } from './memory-limiter.ts';

const tableName = 'leadchat.leadchat_limits';
/** Where earlier builds had it for a user who is not called like the schema: in a schema that users may not write since Postgres 15. */
const earlierName = 'public.leadchat_limits';
/** A visitor waits meanwhile, and each proxy can count alone. */
const waits = { connectMs: 2_000, queryMs: 2_000 };
/** Statements at the same time. What comes meanwhile shares the next one. */
const maxRunning = 2;
/** After a failure, so that visitors do not wait for a database that is down one after another. */
const aloneMs = 1_000;
const sweepMs = 300_000;

/** In milliseconds, by the database's clock, which all proxies share. */
const nowMs = 'floor(extract(epoch FROM now()) * 1000)::bigint';

/**
 * A window ends at its time; and now if it ends later than one can that begins now: the database's clock was set back. A minute is
 * for transactions that have waited for each other.
 */
const hasEnded = `NOT counted.expire BETWEEN ${nowMs} + 1 AND excluded.expire + 60000`;

/**
 * Counts all keys of a batch. A window begins with a key's first event. In the order of the keys, so that two proxies do
 * not wait for each other.
 */
const takePoints = `
  INSERT INTO ${tableName} AS counted (key, points, expire)
  SELECT key, points, ${nowMs} + ms FROM unnest($1::text[], $2::int[], $3::bigint[]) AS taken (key, points, ms)
  ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    points = excluded.points + CASE WHEN ${hasEnded} THEN 0 ELSE counted.points END,
    expire = CASE WHEN ${hasEnded} THEN excluded.expire ELSE counted.expire END
  RETURNING key, points, expire - ${nowMs} AS wait`;

/** After the end of its window, a point that comes back would allow one more than the limit. */
const returnPoints = `
  UPDATE ${tableName} AS counted SET points = greatest(counted.points - returned.points, 0)
  FROM unnest($1::text[], $2::int[]) AS returned (key, points)
  WHERE counted.key = returned.key AND counted.expire > ${nowMs}`;

/** What a batch counts for one key. */
type Count = {
  points: number;
  windowMs: number;
  returnedCount: number;
  takes: { resolve(result: LimitResult): void; takeAlone(): Promise<LimitResult> }[];
};

/**
 * Limits that all proxies of one database share. All events that arrive together are counted by one statement. While the
 * database does not respond, each proxy counts alone. The parts of a key are hashed with `secret`, which is not in the
 * database: there are so few phones and addresses that anyone could find those of a plain hash.
 */
export async function openPostgresLimiters(
  url: string,
  secret: string,
): Promise<{ create: LimiterFactory; close(): Promise<void> }> {
  const database = createPostgresDatabase(url, { ...waits, maxConnections: maxRunning });
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
  let waiting = new Map<string, Count>();
  let running = 0;
  let aloneUntil = 0;

  const flush = async () => {
    if (waiting.size === 0 || running === maxRunning) return;
    const batch = waiting;
    waiting = new Map();
    running++;
    try {
      await countBatch(database, batch);
    } catch {
      aloneUntil = performance.now() + aloneMs;
      for (const { takes } of batch.values()) for (const { resolve, takeAlone } of takes) takeAlone().then(resolve);
    }
    running--;
    void flush();
  };
  const countOf = (key: string, points: number, windowMs: number): Count => {
    // After everything else that arrives in this turn of the event loop.
    if (waiting.size === 0) setImmediate(flush);
    const count = waiting.get(key) ?? { points, windowMs, returnedCount: 0, takes: [] };
    waiting.set(key, count);
    return count;
  };

  return {
    create(name, { points, seconds }) {
      const alone = createAlone(name, { points, seconds });
      const blocked = createBlockedKeys();
      const keyOf = (key: string) => `${name}:${hashed(key)}`;
      return {
        async take(key) {
          // A key over its limit costs no more statements until its window ends.
          const blockedMs = blocked.remainingMs(key);
          if (blockedMs > 0) return denied(blockedMs);
          const takeAlone = () => alone.take(key);
          if (performance.now() < aloneUntil) return takeAlone();
          const result = await new Promise<LimitResult>((resolve) => {
            countOf(keyOf(key), points, seconds * 1000).takes.push({ resolve, takeAlone });
          });
          if (!result.allowed) blocked.add(key, result.retryAfterSeconds * 1000);
          return result;
        },
        async reward(key) {
          if (performance.now() < aloneUntil) return alone.reward(key);
          countOf(keyOf(key), points, seconds * 1000).returnedCount++;
        },
      };
    },
    async close() {
      clearInterval(sweeper);
      await database.close();
    },
  };
}

async function countBatch(database: Database, batch: ReadonlyMap<string, Count>): Promise<void> {
  const returned = [...batch].filter(([, { returnedCount }]) => returnedCount > 0);
  if (returned.length > 0) {
    const counts = returned.map(([, { returnedCount }]) => returnedCount);
    await database.run(returnPoints, [returned.map(([key]) => key), counts]);
  }
  const taken = [...batch].filter(([, { takes }]) => takes.length > 0);
  if (taken.length === 0) return;
  const { rows } = await database.run(takePoints, [
    taken.map(([key]) => key),
    taken.map(([, { takes }]) => takes.length),
    taken.map(([, { windowMs }]) => windowMs),
  ]);
  for (const { key, points: total, wait } of rows) {
    const count = batch.get(String(key));
    if (count === undefined) continue;
    const before = Number(total) - count.takes.length;
    for (const [index, { resolve }] of count.takes.entries()) {
      resolve(before + index < count.points ? { allowed: true } : denied(Number(wait)));
    }
  }
}

/** Keys over their limit that one limit remembers. */
const maxBlocks = 50_000;

/** The keys over their limit, until their windows end. */
function createBlockedKeys() {
  const ends = new Map<string, number>();
  return {
    remainingMs: (key: string) => (ends.get(key) ?? 0) - performance.now(),
    add(key: string, ms: number): void {
      const now = performance.now();
      ends.delete(key);
      ends.set(key, now + ms);
      for (const [oldest, end] of ends) {
        if (ends.size <= maxBlocks && end > now) break;
        ends.delete(oldest);
      }
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
      // Unlogged: a lead would wait for the disk twice, and what a crash of the server forgets is counted anew.
      `CREATE UNLOGGED TABLE IF NOT EXISTS ${tableName} (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT)`,
    );
  });
}
