import type { CallCap, CallKeys } from '../call-log.ts';
import { applicableCaps, countsRequests } from '../call-row.ts';
import type { Queryable } from './database.ts';
import { locks } from './migrations.ts';

const conditions = {
  phone: 'phone = $1',
  ip: 'ip = $1',
  network: 'ip LIKE $1',
  country: 'country = $1',
  site: `'' = $1`,
};
const notPlaced = `'refused', 'cancelled', 'planned'`;

/** Must run in the transaction before counting: two that count at the same time would both get the last call. */
export async function lockCallCaps(tx: Queryable): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [locks.calls]);
}

/**
 * The first cap that allows no call now. A cap counts placed calls. See `countsRequests` for planned and
 * cancelled calls. `except` is the call that is about to be placed.
 */
export async function findReachedCap(
  tx: Queryable,
  keys: CallKeys,
  caps: readonly CallCap[],
  now: number,
  except = '',
): Promise<{ cap: string; retryAfterMs: number } | undefined> {
  for (const { name, per, points, seconds, exceptFirstOfNetwork = false } of applicableCaps(caps, keys)) {
    const spanMs = seconds * 1000;
    if (exceptFirstOfNetwork && except !== '') continue;
    if (exceptFirstOfNetwork && (await findNthNewest(tx, keys, 'network', now - spanMs, '', 0)) === undefined) continue;
    const nth = await findNthNewest(tx, keys, per, now - spanMs, except, Math.max(0, points - 1));
    if (nth === undefined && points > 0) continue;
    return { cap: name, retryAfterMs: (nth ?? now) + spanMs - now };
  }
  return undefined;
}

/** When the oldest of the newest calls was requested. When it leaves the time span, the cap allows a call again. */
async function findNthNewest(
  tx: Queryable,
  keys: CallKeys,
  per: CallCap['per'],
  from: number,
  except: string,
  offset: number,
): Promise<number | undefined> {
  const { rows } = await tx.query(
    `SELECT requested_at FROM leadchat.calls WHERE ${conditions[per]} AND requested_at > $2
       AND state NOT IN (${countsRequests(per) ? `'refused'` : notPlaced}) AND call <> $3
     ORDER BY requested_at DESC LIMIT 1 OFFSET $4`,
    [keys[per], from, except, offset],
  );
  return rows[0] === undefined ? undefined : Number(rows[0].requested_at);
}

/** The first cap that allows no further planned call around this time. */
export async function findFullCap(
  tx: Queryable,
  keys: CallKeys,
  caps: readonly CallCap[],
  plannedAt: number,
): Promise<string | undefined> {
  for (const { name, per, points, seconds, exceptFirstOfNetwork = false } of applicableCaps(caps, keys)) {
    const [from, to] = [plannedAt - seconds * 1000, plannedAt + seconds * 1000];
    if (exceptFirstOfNetwork && (await countAround(tx, keys, 'network', from, to)) === 0) continue;
    if ((await countAround(tx, keys, per, from, to)) >= points) return name;
  }
  return undefined;
}

/** Calls that are planned in this time span or were placed since its start. */
async function countAround(
  tx: Queryable,
  keys: CallKeys,
  per: CallCap['per'],
  from: number,
  to: number,
): Promise<number> {
  const { rows } = await tx.query(
    `SELECT (SELECT count(*) FROM leadchat.calls
         WHERE ${conditions[per]} AND state = 'planned' AND planned_at > $2 AND planned_at < $3)
       + (SELECT count(*) FROM leadchat.calls
         WHERE ${conditions[per]} AND requested_at > $2 AND state NOT IN (${notPlaced})) AS n`,
    [keys[per], from, to],
  );
  return Number(rows[0]?.n);
}
