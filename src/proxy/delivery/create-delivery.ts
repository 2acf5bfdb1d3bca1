import { type Clock, systemClock } from '../../clock.ts';
import type { ServiceClient } from '../../service-client/index.ts';
import type { CallLog } from '../store/call-log.ts';
import type { DeliveryQueue } from '../store/delivery-queue.ts';
import { isStoreError } from '../store/store-error.ts';
import type { StoredLead } from '../store/stored-lead.ts';
import { type Breaker, type BreakerStatus, createBreaker } from './breaker.ts';
import { classifyError } from './classify-error.ts';
import { deliverLead, type RunContext, type TracePoint } from './deliver-lead.ts';
import { type DeliveryLog, silentLog } from './delivery-log.ts';
import { createStepRequester } from './step-request.ts';

export type DeliveryOptions = {
  store: DeliveryQueue & Pick<CallLog, 'findCall'>;
  client: ServiceClient;
  /** @default the system's */
  clock?: Clock;
  /** For the jitter of retries. @default Math.random */
  random?: () => number;
  /** @default none */
  log?: DeliveryLog;
  /** Leads that are delivered at the same time; of one phone never more than one. @default 4 */
  concurrency?: number;
  /** How long a process that fell silent keeps its leads from the others. @default 15000 */
  leaseMs?: number;
  /** How often to look for leads that another process stored in the same file. @default 2000 */
  pollMs?: number;
  /** Enrols again when the outcome is unknown: some people may then be enrolled twice. @default false */
  retryUnknownEnrolments?: boolean;
  /** See `assumptions.tagsAreASet`. @default true */
  tagsAreASet?: boolean;
  /** A phone is enrolled in a journey once within this time. @default 86400000 */
  enrolOnceMs?: number;
  /** Delivered leads lose their personal data after this long. @default 604800000 */
  scrubAfterMs?: number;
  /** Settled leads are deleted after this long. @default 2592000000 */
  deleteAfterMs?: number;
  /** How long `stop` waits for requests that are under way. @default 20000 */
  stopGraceMs?: number;
  /** Watches the points of each delivery. @default nobody */
  trace?: (point: TracePoint) => void;
};

export type DeliveryStatus = {
  state: 'idle' | 'running' | 'stopping' | 'stopped';
  /** Not `closed`: nothing is delivered, since the service fails or refuses the key. */
  breaker: BreakerStatus;
  /** Leads that are being delivered right now. */
  running: number;
};

export type Delivery = {
  start(): void;
  /** There may be something to do. The store's own news is heard without it. */
  wake(): void;
  /** Starts nothing more, and waits for what is under way. */
  stop(): Promise<void>;
  status(): DeliveryStatus;
};

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Brings stored leads to the service.
 *
 * @example
 * const delivery = createDelivery({ store, client });
 * delivery.start();
 */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { store, client, clock = systemClock, random = Math.random, log = silentLog } = options;
  const { concurrency = 4, leaseMs = 15_000, pollMs = 2_000, stopGraceMs = 20_000 } = options;
  const breaker = createBreaker(clock.now);
  const giveUp = new AbortController();
  const running = new Map<string, Promise<void>>();
  const cleanups: (() => void)[] = [];
  // Another process, or this one after a restart, has another mark: what an earlier owner still says is refused.
  const owner = crypto.randomUUID();
  let state: DeliveryStatus['state'] = 'idle';
  let claiming = false;
  let again = false;
  let cancelWake = () => {};

  const context: RunContext = {
    store,
    request: createStepRequester({ client, tagsAreASet: options.tagsAreASet ?? true }),
    isBack: (lead) => isBack(client, breaker, lead, giveUp.signal),
    breaker,
    clock,
    random,
    owner,
    signal: giveUp.signal,
    stopping: () => state !== 'running',
    retryUnknownEnrolments: options.retryUnknownEnrolments ?? false,
    enrolOnceMs: options.enrolOnceMs ?? day,
    trace: options.trace ?? (() => {}),
  };

  const wakeAt = (at: number) => {
    cancelWake();
    cancelWake = state === 'running' ? clock.after(Math.max(0, at - clock.now()), pump) : () => {};
  };

  const run = async (lead: StoredLead) => {
    try {
      await deliverLead(lead, context);
    } catch (error) {
      // Its lease ends by itself; then it is claimed again and goes on from its last checkpoint.
      log.error({ lead: lead.id, code: isStoreError(error) ? error.code : 'fault', error }, 'delivery was cut short');
    } finally {
      running.delete(lead.id);
      pump();
    }
  };

  const claim = async () => {
    const gate = breaker.status();
    const probing = gate.state === 'half-open';
    const limit = gate.state === 'open' || (probing && running.size > 0) ? 0 : probing ? 1 : concurrency - running.size;
    if (gate.state === 'open') wakeAt(gate.probeAt);
    if (limit <= 0) return;
    const now = clock.now();
    const { leads, nextAt } = await store.claim({ owner, now, leaseMs, limit });
    for (const lead of leads) {
      // A lease that ran out while its lead is still in work here was renewed by this claim.
      if (!running.has(lead.id)) running.set(lead.id, run(lead));
    }
    wakeAt(Math.min(now + pollMs, leads.length === limit ? Number.POSITIVE_INFINITY : (nextAt ?? now + pollMs)));
  };

  const pump = () => {
    again = true;
    if (claiming || state !== 'running') return;
    claiming = true;
    void claimAll();
  };

  const claimAll = async () => {
    try {
      while (again && state === 'running') {
        again = false;
        await claim();
      }
    } catch (error) {
      log.error({ code: isStoreError(error) ? error.code : 'fault', error }, 'leads could not be claimed');
      wakeAt(clock.now() + pollMs);
    } finally {
      claiming = false;
    }
  };

  const every = (ms: number, task: () => Promise<unknown>) => {
    let cancel = () => {};
    const next = () => {
      cancel = clock.after(ms, () => {
        task().catch((error: unknown) => log.warn({ error }, 'the store did not do its housekeeping'));
        next();
      });
    };
    next();
    cleanups.push(() => cancel());
  };

  const sweep = async () => {
    const { scrubAfterMs = 7 * day, deleteAfterMs = 30 * day } = options;
    const swept = await store.sweep({ now: clock.now(), scrubAfterMs, deleteAfterMs });
    if (swept.scrubbed + swept.deleted > 0) log.info(swept, 'old leads were scrubbed or deleted');
  };

  return {
    start() {
      if (state !== 'idle') return;
      state = 'running';
      cleanups.push(store.subscribe(pump));
      every(leaseMs / 3, async () => {
        if (running.size > 0) await store.extend(owner, clock.now() + leaseMs);
      });
      every(hour, sweep);
      pump();
    },
    wake: pump,
    async stop() {
      if (state !== 'running') {
        if (state === 'idle') state = 'stopped';
        await Promise.all(running.values());
        return;
      }
      state = 'stopping';
      cancelWake();
      const late = clock.after(stopGraceMs, () => giveUp.abort());
      await Promise.all(running.values());
      late();
      for (const cleanup of cleanups) cleanup();
      state = 'stopped';
    },
    status: () => ({ state, breaker: breaker.status(), running: running.size }),
  };
}

/** Whether the service answers again, found out with a request that changes nothing. */
async function isBack(
  client: ServiceClient,
  breaker: Breaker,
  lead: StoredLead,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await client.getLead({ phone: lead.phone }, { signal });
  } catch (error) {
    const { service } = classifyError('read', false, error);
    if (service === 'failing') breaker.failed();
    if (service === 'unauthorized') breaker.unauthorized();
    if (service !== 'there') return false;
  }
  breaker.succeeded();
  return true;
}
