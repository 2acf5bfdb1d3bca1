import type { CallCap, CallDecision, CallPlan, HeldCallChoice, StoredCall } from '../../domain/call.ts';
import { type CallEvent, decideHeldCall } from '../../domain/call-transitions.ts';
import type { FormDelivery } from '../../domain/routes.ts';
import type { Dialect, Sql, SqlValue, Transaction } from '../sql.ts';

export type ReleaseRequest = {
  now: number;
  /** Limits on a call that is placed as requested. */
  callCaps: readonly CallCap[];
  call: HeldCallChoice;
  /** See `ReplayRequest`. */
  form?: FormDelivery | undefined;
};

export type CallRequested =
  /** Not new: the lead has a call of this plan already, or one that waits for its release. */
  | { outcome: 'accepted'; call: string; isNew: boolean }
  | { outcome: 'over-limit'; cap: string; retryAfterMs: number }
  /** The cap allows no further planned call around this time. */
  | { outcome: 'slot-full'; cap: string }
  /** The number is on the block list. */
  | { outcome: 'blocked' }
  /** The lead does not exist, or is closed or scrubbed, so nobody is called for it. */
  | { outcome: 'no-lead' };

/** The values by which the caps count a call. `network` matches the addresses of the network. */
type CallKeys = Record<CallCap['per'], string>;

export type CallDecisions = ReturnType<typeof createCallDecisions>;

/** Counts the calls, inside a transaction, and decides whether another one may be planned or placed. */
export function createCallDecisions(dialect: Dialect) {
  const callCaps = createCallCaps(dialect);

  /** `except`: a planned call that is due, for which the caps leave room. */
  const count = async (
    tx: Transaction,
    { id }: StoredCall,
    caps: readonly CallCap[],
    now: number,
    except?: string,
  ): Promise<CallDecision> => {
    // Two that count at the same time would both get the last call.
    await tx.lock('calls');
    const reached = await callCaps.findReached(tx, await keysOf(tx, id), caps, now, except);
    return reached === undefined ? { state: 'waiting' } : { state: 'refused', reason: reached.cap };
  };
  /** A planned call whose time has come, with the plan of this time. */
  const place = (tx: Transaction, call: StoredCall, { caps, requestedAt }: Pick<CallPlan, 'caps' | 'requestedAt'>) =>
    count(tx, call, caps, requestedAt, call.id);

  return {
    place,
    /** The cap that leaves no room for a planned call around another time. */
    async fullAt(
      tx: Transaction,
      { id }: StoredCall,
      caps: readonly CallCap[],
      at: number,
    ): Promise<string | undefined> {
      await tx.lock('calls');
      return callCaps.findFull(tx, await keysOf(tx, id), caps, at, id);
    },
    /** Undefined if every cap allows the requested call. */
    async refuse(
      tx: Transaction,
      phone: string,
      plan: CallPlan,
    ): Promise<Exclude<CallRequested, { call: string }> | undefined> {
      const { caps, requestedAt, plannedAt } = plan;
      const keys = callKeys({ phone, ...plan });
      await tx.lock('calls');
      const reached = await callCaps.findReached(tx, keys, capsOnRequest(plan), requestedAt);
      if (reached !== undefined) return { outcome: 'over-limit', ...reached };
      const full = plannedAt === undefined ? undefined : await callCaps.findFull(tx, keys, caps, plannedAt);
      return full === undefined ? undefined : { outcome: 'slot-full', cap: full };
    },
    /** The call of a held lead that is released. */
    async release(
      tx: Transaction,
      call: StoredCall,
      { now, callCaps: caps, call: choice }: ReleaseRequest,
    ): Promise<CallEvent> {
      const decided = decideHeldCall(call, now, choice);
      if (decided === 'cancelled') return { type: 'cancelled', answer: 'released without the call', now };
      if (decided !== 'place') return { type: 'decided', decision: { state: decided } };
      if (typeof choice === 'string') {
        return { type: 'decided', decision: await count(tx, call, caps, now) };
      }
      const decision = await place(tx, call, choice);
      const plan = decision.state === 'waiting' ? { plan: choice } : {};
      return { type: 'decided', decision, expiresAt: choice.expiresAt, ...plan };
    },
  };
}

const columns: Record<CallCap['per'], (key: string) => string> = {
  phone: (key) => `phone = ${key}`,
  ip: (key) => `ip = ${key}`,
  network: (key) => `ip LIKE ${key}`,
  country: (key) => `country = ${key}`,
  site: (key) => `'' = ${key}`,
};
const notPlaced = `'refused', 'cancelled', 'planned'`;

async function keysOf(tx: Transaction, call: string): Promise<CallKeys> {
  return callKeys((await tx.get('SELECT phone, ip, country FROM calls WHERE call = $1', [call])) ?? {});
}

/** The limits on calls, counted over stored rows. Runs in a transaction that has the lock `calls`. */
function createCallCaps({ indexedBy }: Dialect) {
  return {
    /**
     * The first cap that allows no call now. A cap counts placed calls. See `countsRequests` for planned and cancelled
     * calls. `except` is the call that is about to be placed.
     */
    async findReached(
      tx: Sql,
      keys: CallKeys,
      caps: readonly CallCap[],
      now: number,
      except = '',
    ): Promise<{ cap: string; retryAfterMs: number } | undefined> {
      const { add, read } = createFigures(tx);
      // The oldest of the newest calls. When it leaves the time span, the cap allows a call again.
      const nthNewest = (per: CallCap['per'], seconds: number, but: string, offset: number) =>
        add(
          (value) => `SELECT requested_at FROM calls WHERE ${columns[per](value(keys[per]))}
            AND requested_at > ${value(now - seconds * 1000)}
            AND state NOT IN (${countsRequests(per) ? `'refused'` : notPlaced}) AND call <> ${value(but)}
            ORDER BY requested_at DESC LIMIT 1 OFFSET ${value(offset)}`,
        );
      const counted = applicableCaps(caps, keys)
        .filter(({ exceptFirstOfNetwork = false }) => !exceptFirstOfNetwork || except === '')
        .map(({ name, per, points, seconds, exceptFirstOfNetwork = false }) => ({
          name,
          points,
          spanMs: seconds * 1000,
          nth: nthNewest(per, seconds, except, Math.max(0, points - 1)),
          ofNetwork: exceptFirstOfNetwork ? nthNewest('network', seconds, '', 0) : undefined,
        }));
      const figures = await read();
      for (const { name, points, spanMs, nth, ofNetwork } of counted) {
        if (ofNetwork !== undefined && figures(ofNetwork) === undefined) continue;
        const at = figures(nth);
        if (at === undefined && points > 0) continue;
        return { cap: name, retryAfterMs: (at ?? now) + spanMs - now };
      }
      return undefined;
    },
    /** The first cap that allows no further planned call around this time. `except` is the call that is moved there. */
    async findFull(
      tx: Sql,
      keys: CallKeys,
      caps: readonly CallCap[],
      plannedAt: number,
      except = '',
    ): Promise<string | undefined> {
      const { add, read } = createFigures(tx);
      // Calls that are planned in this time span or were placed since its start.
      const countAround = (per: CallCap['per'], spanMs: number) =>
        add((value) => {
          const isCounted = columns[per](value(keys[per]));
          const from = value(plannedAt - spanMs);
          return `SELECT (SELECT count(*) FROM calls${indexedBy('calls_planned')} WHERE ${isCounted}
              AND state = 'planned' AND planned_at > ${from} AND planned_at < ${value(plannedAt + spanMs)}
              AND call <> ${value(except)})
            + (SELECT count(*) FROM calls WHERE ${isCounted} AND requested_at > ${from} AND state NOT IN (${notPlaced}))`;
        });
      const counted = applicableCaps(caps, keys).map(
        ({ name, per, points, seconds, exceptFirstOfNetwork = false }) => ({
          name,
          points,
          count: countAround(per, seconds * 1000),
          ofNetwork: exceptFirstOfNetwork ? countAround('network', seconds * 1000) : undefined,
        }),
      );
      const figures = await read();
      return counted.find(
        ({ points, count, ofNetwork }) =>
          Number(figures(count)) >= points && !(ofNetwork !== undefined && figures(ofNetwork) === 0),
      )?.name;
    },
  };
}

/** Reads several numbers with one statement. */
function createFigures(tx: Sql) {
  const selects: string[] = [];
  const values: SqlValue[] = [];
  const value = (bound: SqlValue) => `$${values.push(bound)}`;
  return {
    /** Returns the name of the figure. */
    add(select: (value: (bound: SqlValue) => string) => string): string {
      return `figure_${selects.push(select(value))}`;
    },
    /** A figure is undefined if its query finds no row. */
    async read(): Promise<(name: string) => number | undefined> {
      if (selects.length === 0) return () => undefined;
      const row = await tx.get(
        `SELECT ${selects.map((select, index) => `(${select}) AS figure_${index + 1}`).join(', ')}`,
        values,
      );
      return (name) => (typeof row?.[name] === 'number' ? row[name] : undefined);
    },
  };
}

/**
 * The caps that are checked when a call is requested. A planned call is checked only against the caps per IP, because
 * the others apply when the phone rings.
 */
function capsOnRequest({ caps, plannedAt }: CallPlan): readonly CallCap[] {
  return plannedAt === undefined ? caps : caps.filter(({ per }) => countsRequests(per));
}

/** Whether a cap limits requests. It also counts planned and cancelled calls, so that nobody can fill the calendar. */
function countsRequests(per: CallCap['per']): boolean {
  return per === 'ip' || per === 'network';
}

/** The values by which the caps count this call. */
function callKeys({ phone, ip, country }: { phone?: unknown; ip?: unknown; country?: unknown }): CallKeys {
  const address = String(ip);
  // A /64 begins with the three words of its /48.
  const [network] = /^(?:[\da-f]+:){3}/.exec(address) ?? [];
  return {
    phone: String(phone),
    ip: address,
    network: network === undefined ? address : `${network}%`,
    country: String(country),
    site: '',
  };
}

/**
 * The caps that apply to a call. An IPv4 address is its own network, and has the cap per IP. An operator has no address:
 * neither the caps per address apply, nor the shares that are reserved for other addresses.
 */
function applicableCaps(caps: readonly CallCap[], { ip, network }: CallKeys): readonly CallCap[] {
  if (ip === '') return caps.filter(({ per, exceptFirstOfNetwork }) => !countsRequests(per) && !exceptFirstOfNetwork);
  return network === ip ? caps.filter(({ per }) => per !== 'network') : caps;
}
