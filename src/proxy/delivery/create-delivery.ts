import { type Clock, elapsedOf, systemClock } from '../../clock.ts';
import type { Assumptions } from '../../protocol/service/assumptions.ts';
import type { ServiceClient } from '../../service-client/index.ts';
import { type StoredLead, unreadableReason } from '../domain/lead.ts';
import type { Stop } from '../jobs/repeat.ts';
import { createRunner, type JobHandler, type Lease } from '../jobs/runner.ts';
import { type Log, silentLog } from '../log.ts';
import { noMetrics } from '../metrics.ts';
import type { LeadStore } from '../store/create-store.ts';
import { storeErrorCode } from '../store/store-error.ts';
import { type BreakerStatus, createBreaker } from './breaker.ts';
import { createCallPermission } from './call-permission.ts';
import { sendForStep } from './classify-error.ts';
import { type DeliverLeadDeps, deliverLead, type TracePoint } from './deliver-lead.ts';
import { createDeliveryReport, type DeliveryReportDeps } from './delivery-report.ts';
import { type HousekeepingDeps, type Retention, startHousekeeping } from './housekeeping.ts';
import { createStepRequester } from './step-request.ts';
import { watchClock } from './watch-clock.ts';

export type DeliveryOptions = {
  store: LeasedLeads &
    DeliverLeadDeps['store'] &
    HousekeepingDeps['store'] &
    Pick<LeadStore, 'followClock' | 'subscribe'>;
  client: ServiceClient;
  /** @default the system's */
  clock?: Clock;
  /** For the jitter of retries. @default Math.random */
  random?: () => number;
  /** @default none */
  log?: Log;
  /** @default none */
  metrics?: DeliveryReportDeps['metrics'];
  /** Counts delivered leads. @default none */
  funnel?: DeliveryReportDeps['funnel'];
  /** Leads that are delivered at the same time, never more than one per phone. @default 4 */
  concurrency?: number;
  /** How long the leads of a dead process stay unavailable to the others. @default 15000 */
  leaseMs?: number;
  /** How often to look for leads that another process stored. @default 2000 */
  pollMs?: number;
  /** How long leads wait that come soon after others, so that they share claims and commits. @default 50 */
  gatherMs?: number;
  /** Whether to repeat an enrolment with an unknown outcome; some people may then be enrolled twice. @default false */
  retryUnknownEnrolments?: boolean;
  /** See `assumptions.tagsAreASet`. @default true */
  tagsAreASet?: boolean;
  /** See `assumptions.getLeadReturnsCustomFields`. @default false */
  getLeadReturnsCustomFields?: boolean;
  /** See `assumptions.unassignedMeans`. @default `unknown` */
  unassignedMeans?: Assumptions['unassignedMeans'];
  /** See `calls.enabled`. @default true */
  areCallsEnabled?: () => boolean;
  /** See `calls.doNotCallTag`. @default none, and nobody is asked before a call */
  doNotCallTag?: () => string | false;
  /** How long leads are kept. @default delivered leads 7 days, unresolved leads until an operator resolves them */
  retention?: Retention;
  /** How long `stop` waits for requests in flight. @default 20000 */
  stopGraceMs?: number;
  /** Called at each point of a delivery, for tests. */
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
  /** Starts no more deliveries, and waits for those in flight. */
  stop(): Promise<void>;
  status(): DeliveryStatus;
};

/** Nobody notices it, and at 200 leads a second ten share a claim. */
export const defaultGatherMs = 50;
/** Leads that are leased in advance, for each that is delivered at the same time: a claim costs as much for one as for ten. */
const claimAheadFactor = 3;

/**
 * Delivers stored leads to the service.
 *
 * @example
 * const delivery = createDelivery({ store, client });
 * delivery.start();
 */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { store, client, clock = systemClock, random = Math.random, log = silentLog } = options;
  const { concurrency = 4, leaseMs = 15_000, pollMs = 2_000, stopGraceMs = 20_000 } = options;
  const { gatherMs = defaultGatherMs } = options;
  const { metrics = noMetrics, funnel } = options;
  const report = createDeliveryReport({ log, metrics, funnel, now: clock.now });
  const breaker = createBreaker({
    now: clock.now,
    elapsed: elapsedOf(clock),
    onOpen: report.breakerOpened,
    onClose: report.breakerClosed,
  });
  const cleanups: Stop[] = [];
  let state: DeliveryStatus['state'] = 'idle';

  const deps: Omit<DeliverLeadDeps, keyof Lease> = {
    store,
    request: createStepRequester({
      client,
      tagsAreASet: options.tagsAreASet ?? true,
      getLeadReturnsCustomFields: options.getLeadReturnsCustomFields ?? false,
      unassignedMeans: options.unassignedMeans ?? 'unknown',
    }),
    mayCall: createCallPermission({
      ...{ client, breaker, clock },
      areCallsEnabled: options.areCallsEnabled ?? (() => true),
      doNotCallTag: options.doNotCallTag ?? (() => false),
    }),
    async isServiceBack({ id: lead, phone }, signal) {
      const sent = await sendForStep({ step: 'read', lead }, breaker, () => client.getLead({ phone }, { signal }));
      return sent.ok || sent.verdict.service === 'available';
    },
    breaker,
    clock,
    random,
    retryUnknownEnrolments: options.retryUnknownEnrolments ?? false,
    report,
    trace: options.trace ?? (() => {}),
  };

  const handler: JobHandler<StoredLead> = {
    ...leadJobs(store),
    capacity() {
      const gate = breaker.status();
      if (gate.state === 'open') return { max: 0, until: gate.probeAt };
      return gate.state === 'half-open' ? { max: 1 } : { max: concurrency, ahead: concurrency * claimAheadFactor };
    },
    run: (lead, lease) => deliverLead(lead, { ...deps, ...lease }),
    onUnreadable: (lead) => log.warn('lead-held', { lead, reason: unreadableReason }),
    onInterrupted: ({ id: lead }, error) =>
      log.error('delivery-interrupted', error, { lead, code: storeErrorCode(error) }),
    onClaimFailed: (error) => log.error('claim-failed', error, { code: storeErrorCode(error) }),
  };
  const runner = createRunner(
    handler,
    { leaseMs, pollMs, gatherMs, stopGraceMs },
    { clock, subscribe: store.subscribe },
  );

  return {
    start() {
      if (state !== 'idle') return;
      state = 'running';
      cleanups.push(startHousekeeping({ store, clock, log, retention: options.retention ?? {} }));
      cleanups.push(watchClock({ store, clock, log, wake: runner.wake }));
      runner.start();
    },
    async stop() {
      if (state === 'idle' || state === 'stopped') {
        state = 'stopped';
        return;
      }
      state = 'stopping';
      await runner.stop();
      await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
      state = 'stopped';
    },
    status: () => ({ state, breaker: breaker.status(), running: runner.runningCount }),
  };
}

type LeasedLeads = Pick<LeadStore, 'claim' | 'extend' | 'releaseLeases'>;

/** The pending leads of the store as jobs. */
export function leadJobs(store: LeasedLeads): Pick<JobHandler<StoredLead>, 'claim' | 'leases'> {
  return {
    async claim(request) {
      const { leads, ...claimed } = await store.claim(request);
      return { jobs: leads, ...claimed };
    },
    leases: {
      extend: ({ jobs, ...extension }) => store.extend({ ...extension, leads: jobs }),
      release: ({ owner, nextAt, ...which }) =>
        store.releaseLeases({ owner, nextAt, ...('jobs' in which ? { leads: which.jobs } : which) }),
    },
  };
}
