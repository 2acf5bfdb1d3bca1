import type { DatabaseSync } from 'node:sqlite';
import type { CallCap, CallKeys } from '../call-log.ts';
import { applicableCaps, countsRequests } from '../call-row.ts';

/** The limits on calls, counted over stored rows inside a transaction. */
export type CallCaps = {
  /**
   * The first cap that allows no call now. A cap counts placed calls. See `countsRequests` for planned and
   * cancelled calls. `except` is the call that is about to be placed.
   */
  findReached(
    keys: CallKeys,
    caps: readonly CallCap[],
    now: number,
    except?: string,
  ): { cap: string; retryAfterMs: number } | undefined;
  /** The first cap that allows no further planned call around this time. */
  findFull(keys: CallKeys, caps: readonly CallCap[], plannedAt: number): string | undefined;
};

const filters = { phone: 'phone = ?', ip: 'ip = ?', network: 'ip LIKE ?', country: 'country = ?', site: `'' = ?` };
const notPlaced = `'refused', 'cancelled', 'planned'`;

export function createCallCaps(db: DatabaseSync): CallCaps {
  const counters = {
    phone: prepareCounters(db, 'phone'),
    ip: prepareCounters(db, 'ip'),
    network: prepareCounters(db, 'network'),
    country: prepareCounters(db, 'country'),
    site: prepareCounters(db, 'site'),
  };
  return {
    findReached(keys, caps, now, except = '') {
      for (const { name, per, points, seconds, exceptFirstOfNetwork = false } of applicableCaps(caps, keys)) {
        const spanMs = seconds * 1000;
        if (exceptFirstOfNetwork && except !== '') continue;
        if (exceptFirstOfNetwork && counters.network.nthNewest.get(keys.network, now - spanMs, '', 0) === undefined)
          continue;
        const nth = counters[per].nthNewest.get(keys[per], now - spanMs, except, points - 1);
        if (nth === undefined && points > 0) continue;
        return { cap: name, retryAfterMs: Number(nth?.requested_at ?? now) + spanMs - now };
      }
      return undefined;
    },
    findFull(keys, caps, plannedAt) {
      const full = applicableCaps(caps, keys).find(({ per, points, seconds, exceptFirstOfNetwork = false }) => {
        const count = (column: CallCap['per']) => {
          const from = plannedAt - seconds * 1000;
          const planned = counters[column].planned.get(keys[column], from, plannedAt + seconds * 1000);
          const placed = counters[column].placed.get(keys[column], from);
          return Number(planned?.n) + Number(placed?.n);
        };
        return count(per) >= points && !(exceptFirstOfNetwork && count('network') === 0);
      });
      return full?.name;
    },
  };
}

function prepareCounters(db: DatabaseSync, per: CallCap['per']) {
  const filter = filters[per];
  return {
    // The oldest of the `points` newest calls in the time span. When it leaves the span, the cap allows a call again.
    nthNewest: db.prepare(
      `SELECT requested_at FROM calls WHERE ${filter} AND requested_at > ?
         AND state NOT IN (${countsRequests(per) ? `'refused'` : notPlaced}) AND call <> ?
       ORDER BY requested_at DESC LIMIT 1 OFFSET ?`,
    ),
    planned: db.prepare(
      `SELECT count(*) AS n FROM calls INDEXED BY calls_planned
       WHERE ${filter} AND state = 'planned' AND planned_at > ? AND planned_at < ?`,
    ),
    placed: db.prepare(
      `SELECT count(*) AS n FROM calls WHERE ${filter} AND requested_at > ? AND state NOT IN (${notPlaced})`,
    ),
  };
}
