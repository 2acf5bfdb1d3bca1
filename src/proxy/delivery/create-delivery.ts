import { type Clock, systemClock } from '../../clock.ts';
import type { LeadState } from '../../protocol/index.ts';
import type { ServiceClient } from '../../service-client/index.ts';
import { type Log, silentLog } from '../log.ts';
import type { CallLog } from '../store/call-log.ts';
import type { DeliveryQueue } from '../store/delivery-queue.ts';
import type { LeadIntake } from '../store/lead-intake.ts';
import { isStoreError } from '../store/store-error.ts';
import type { StepKind, StoredLead } from '../store/stored-lead.ts';
import { type Breaker, type BreakerStatus, createBreaker } from './breaker.ts';
import { classifyError } from './classify-error.ts';
import { type DeliverLeadDeps, deliverLead, type TracePoint } from './deliver-lead.ts';
import { createDeliveryEvents } from './delivery-events.ts';
import { type Retention, startHousekeeping } from './housekeeping.ts';
import { createStepRequester } from './step-request.ts';

export type DeliveryOptions = {
  store: DeliveryQueue & Pick<CallLog, 'findCall'> & Pick<LeadIntake, 'counts'>;
  client: ServiceClient;
  /** @default the system's */
  clock?: Clock;
  /** For the jitter of retries. @default Math.random */
  random?: () => number;
  /** @default none */
  log?: Log;
  /** Called when a lead reaches its last state, so long after it was accepted. */
  onSettled?: (state: LeadState, durationMs: number) => void;
  /** Called when the request of a step fails. */
  onStepFailed?: (step: StepKind, cause: string) => void;
  /** Leads that are delivered at the same time; of one phone never more than one. @default 4 */
  concurrency?: number;
  /** How long a process that died keeps its leads from the others. @default 15000 */
  leaseMs?: number;
  /** How often to look for leads that another process stored. @default 2000 */
  pollMs?: number;
  /** Enrols again when the outcome is unknown: some people may then be enrolled twice. @default false */
  retryUnknownEnrolments?: boolean;
  /** See `assumptions.tagsAreASet`. @default true */
  tagsAreASet?: boolean;
  /** See `assumptions.getLeadReturnsCustomFields`. @default false */
  getLeadReturnsCustomFields?: boolean;
  /** A phone is enrolled in a journey once within this time. @default 86400000 */
  enrolOnceMs?: number;
  /** How long leads are kept. @default delivered leads 7 days, unresolved leads until an operator resolves them */
  retention?: Retention;
  /** How long `stop` waits for requests in flight. @default 20000 */
  stopGraceMs?: number;
  /** Watches the points of each delivery, for tests. */
  trace?: (point: TracePoint) => void;
};

export type DeliveryStatus = {
  state: 'idle' | 'running' | 'stopping' | 'stopped';
  /** Unless `closed`, nothing is delivered: the service fails or refuses the key. */
  breaker: BreakerStatus;
  /** Leads that are being delivered right now. */
  running: number;
};

export type Delivery = {
  start(): void;
  /** Looks for due leads now. The store's own notifications do not need it. */
  wake(): void;
  /** Starts nothing more, and waits for what is in flight. */
  stop(): Promise<void>;
  status(): DeliveryStatus;
};

const day = 86_400_000;

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
  const events = createDeliveryEvents(log);
  const breaker = createBreaker({ now: clock.now, onOpen: events.onBreakerOpen, onClose: events.onBreakerClose });
  const abort = new AbortController();
  const running = new Map<string, Promise<void>>();
  const cleanups: (() => void)[] = [];
  // Every process has its own mark, and so does this one after a restart: checkpoints of an earlier owner are refused.
  const owner = crypto.randomUUID();
  let state: DeliveryStatus['state'] = 'idle';
  let isClaiming = false;
  let shouldClaim = false;
  let cancelWake = () => {};

  const deps: DeliverLeadDeps = {
    store,
    request: createStepRequester({
      client,
      tagsAreASet: options.tagsAreASet ?? true,
      getLeadReturnsCustomFields: options.getLeadReturnsCustomFields ?? false,
    }),
    isBack: (lead) => isBack(client, breaker, lead, abort.signal),
    breaker,
    clock,
    random,
    owner,
    signal: abort.signal,
    isStopping: () => state !== 'running',
    retryUnknownEnrolments: options.retryUnknownEnrolments ?? false,
    enrolOnceMs: options.enrolOnceMs ?? day,
    onRetry: events.onRetry,
    onStepFailed: options.onStepFailed ?? (() => {}),
    onSettled(lead, settledState, steps) {
      events.onSettled(lead, settledState, steps);
      options.onSettled?.(settledState, clock.now() - lead.acceptedAt);
    },
    trace: options.trace ?? (() => {}),
  };

  const wakeAt = (at: number) => {
    cancelWake();
    cancelWake = state === 'running' ? clock.after(Math.max(0, at - clock.now()), pump) : () => {};
  };

  const run = async (lead: StoredLead) => {
    try {
      await deliverLead(lead, deps);
    } catch (error) {
      // When its lease ends, the lead is claimed again and continues from its last checkpoint.
      log.error('delivery-interrupted', error, { lead: lead.id, code: isStoreError(error) ? error.code : 'fault' });
    } finally {
      running.delete(lead.id);
      pump();
    }
  };

  /** How many leads may be claimed now: none while the breaker is open, one to probe. */
  const freeSlots = () => {
    const gate = breaker.status().state;
    if (gate === 'open') return 0;
    if (gate === 'half-open') return running.size > 0 ? 0 : 1;
    return concurrency - running.size;
  };

  const claim = async () => {
    const gate = breaker.status();
    if (gate.state === 'open') wakeAt(gate.probeAt);
    const limit = freeSlots();
    if (limit <= 0) return;
    const now = clock.now();
    const { leads, nextAt } = await store.claim({ owner, now, leaseMs, limit });
    for (const lead of leads) {
      // A lead whose lease ran out while it is still in flight here: the claim renewed the lease.
      if (!running.has(lead.id)) running.set(lead.id, run(lead));
    }
    // After a full claim, the end of a delivery claims again.
    wakeAt(Math.min(now + pollMs, leads.length === limit ? Number.POSITIVE_INFINITY : (nextAt ?? now + pollMs)));
  };

  const pump = () => {
    shouldClaim = true;
    if (isClaiming || state !== 'running') return;
    isClaiming = true;
    void claimAll();
  };

  const claimAll = async () => {
    try {
      while (shouldClaim && state === 'running') {
        shouldClaim = false;
        await claim();
      }
    } catch (error) {
      log.error('claim-failed', error, { code: isStoreError(error) ? error.code : 'fault' });
      wakeAt(clock.now() + pollMs);
    } finally {
      isClaiming = false;
    }
  };

  return {
    start() {
      if (state !== 'idle') return;
      state = 'running';
      cleanups.push(store.subscribe(pump));
      const hasLeases = () => running.size > 0;
      cleanups.push(
        startHousekeeping({ store, clock, log, owner, leaseMs, hasLeases, retention: options.retention ?? {} }),
      );
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
      const cancelAbort = clock.after(stopGraceMs, () => abort.abort());
      await Promise.all(running.values());
      cancelAbort();
      for (const cleanup of cleanups) cleanup();
      state = 'stopped';
    },
    status: () => ({ state, breaker: breaker.status(), running: running.size }),
  };
}

/** Whether the service responds again, tried with a request that changes nothing. */
async function isBack(
  client: ServiceClient,
  breaker: Breaker,
  lead: StoredLead,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await client.getLead({ phone: lead.phone }, { signal });
  } catch (error) {
    const { service, cause } = classifyError('read', false, error);
    if (service === 'failing') breaker.failed(cause);
    if (service === 'unauthorized') breaker.unauthorized(cause);
    if (service !== 'available') return false;
  }
  breaker.succeeded();
  return true;
}
