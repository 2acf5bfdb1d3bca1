import * as z from 'zod/mini';
import { jsonText } from '../rows.ts';
import type { Sql, Transaction } from '../sql.ts';
import type { StoreContext } from '../store-context.ts';

/** The longest that a lease may last after the clock was set back: longer than any lease. */
const maxLeaseMs = 60_000;

export type ClockChange = {
  now: number;
  /** By how much the clock was set back. Absent: as far as the newest lead is in the future. */
  backMs?: number | undefined;
  toleranceMs: number;
  /** Who has noticed it: the same change of the clock counts once, whoever else notices it, but this one notices another. */
  proxy?: string;
};

/** The last change of the clock that was followed: to `at`, by `backMs`, as `proxies` have noticed it. */
const followedChange = z.object({
  at: z.number(),
  backMs: z.number(),
  proxies: jsonText(z.array(z.string())),
});
type FollowedChange = z.output<typeof followedChange>;

/** All proxies of a machine notice a change within seconds; a store that fails may delay them. */
const sameChangeMs = 600_000;

/**
 * Moves what waits in the queues, and what limits count, after the clock was set back: leads and webhooks become due at the time
 * that they would be due if the clock had always been as it is now, and leases end within a minute. Resolves with the milliseconds
 * by which this call has moved them: 0 if another proxy has done it.
 */
export function createClockChanges({ database }: StoreContext) {
  return async ({ now, toleranceMs, proxy, ...noticed }: ClockChange): Promise<number> => {
    const backMs = noticed.backMs ?? (await newestAheadMs(database, now));
    if (backMs <= toleranceMs) return 0;
    return database.transaction(async (tx) => {
      await tx.lock('clock');
      const followed = await readFollowed(tx);
      if (noticed.backMs === undefined && (await newestAheadMs(tx, now)) === 0) return 0;
      // Another proxy may have noticed the same change before, by less if it only saw how far its newest lead was ahead.
      const isNext = proxy !== undefined && followed?.proxies.includes(proxy) === true;
      const isSame = followed !== undefined && !isNext && Math.abs(now - followed.at) <= sameChangeMs;
      const leftMs = isSame ? backMs - followed.backMs : backMs;
      if (leftMs > toleranceMs) await moveBack(tx, now, leftMs);
      await writeFollowed(tx, {
        at: isSame ? followed.at : now,
        backMs: isSame ? Math.max(backMs, followed.backMs) : backMs,
        proxies: [...(isSame ? followed.proxies : []), ...(proxy === undefined ? [] : [proxy])],
      });
      return leftMs > toleranceMs ? leftMs : 0;
    });
  };
}

async function readFollowed(tx: Sql): Promise<FollowedChange | undefined> {
  const row = await tx.get('SELECT at, back_ms AS "backMs", proxies FROM clock_changes');
  return row === undefined ? undefined : followedChange.parse(row);
}

async function writeFollowed(tx: Sql, { at, backMs, proxies }: FollowedChange): Promise<void> {
  await tx.run(
    `INSERT INTO clock_changes (id, at, back_ms, proxies, last_seq)
     VALUES (1, $1, $2, $3, (SELECT coalesce(max(seq), 0) FROM leads))
     ON CONFLICT (id) DO UPDATE SET
       at = excluded.at, back_ms = excluded.back_ms, proxies = excluded.proxies, last_seq = excluded.last_seq`,
    [at, backMs, JSON.stringify(proxies)],
  );
}

/**
 * How far the newest lead is in the future: the clock may have been set back while no proxy was running. Without the leads
 * that were there when it was followed last.
 */
async function newestAheadMs(sql: Sql, now: number): Promise<number> {
  const row = await sql.get(
    `SELECT max(accepted_at) AS at FROM leads WHERE accepted_at > $1
       AND seq > coalesce((SELECT last_seq FROM clock_changes), 0)`,
    [now],
  );
  return Number(row?.at ?? now) - now;
}

async function moveBack(tx: Transaction, now: number, backMs: number): Promise<void> {
  for (const table of ['leads', 'webhooks']) {
    await tx.run(
      `UPDATE ${table} SET next_at = CASE
         WHEN owner IS NULL AND next_at - $2 < $1 THEN $1 WHEN owner IS NULL THEN next_at - $2
         WHEN next_at > $3 THEN $3 ELSE next_at END
       WHERE state = 'pending' AND next_at > $1`,
      [now, backMs, now + maxLeaseMs],
    );
  }
  // What counts for a while from a time that is yet to come would count until that time, too: a year, for example.
  await tx.run('UPDATE enrolments SET at = $1 WHERE at > $1', [now]);
  for (const column of ['checked_at', 'started_at']) {
    await tx.run(`UPDATE calls SET ${column} = $1 WHERE ${column} > $1`, [now]);
  }
  await tx.run(
    `UPDATE calls SET requested_at = $1, expires_at = expires_at - CASE WHEN planned_at IS NULL THEN requested_at - $1 ELSE 0 END
     WHERE requested_at > $1`,
    [now],
  );
}
