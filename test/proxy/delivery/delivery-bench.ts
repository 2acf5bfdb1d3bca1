import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDelivery, type Delivery, type DeliveryOptions } from '../../../src/proxy/delivery/create-delivery.ts';
import type { StepKind, StoredLead } from '../../../src/proxy/domain/lead.ts';
import type { Log, LogFacts } from '../../../src/proxy/log.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import type { NewLead } from '../../../src/proxy/store/lead-row.ts';
import type { Acceptance } from '../../../src/proxy/store/queries/lead-intake.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { createServiceClient, type Fetch } from '../../../src/service-client/index.ts';
import { type FakeService, startFakeService } from '../../support/fake-service.ts';
import { until } from '../../support/until.ts';
import { ManualClock } from './manual-clock.ts';

/** A store, a fake service, a manual clock, and deliveries between them. */
export type DeliveryBench = {
  store: LeadStore;
  service: FakeService;
  clock: ManualClock;
  /** Every line that the deliveries logged. */
  log: LogLine[];
  /** Lines of one event. */
  logged(event: string): LogLine[];
  /** Starts a delivery, as a process would. Several can run. */
  deliver(options?: Partial<DeliveryOptions> & { timeoutMs?: number; key?: string; fetch?: Fetch }): Delivery;
  accept(lead?: Partial<NewLead>): Promise<string>;
  lead(id: string): Promise<StoredLead>;
  /** The states of a lead's steps: `create done, tag pending`. */
  steps(id: string): Promise<string>;
  /** Waits until a lead is in the state. */
  reaches(id: string, state: StoredLead['state']): Promise<void>;
  /** Waits until the first step of that kind has an outcome, good or bad. */
  attempted(id: string, kind: StepKind): Promise<void>;
  close(): Promise<void>;
};

export type LogLine = { level: 'debug' | 'info' | 'warn' | 'error'; event: string } & LogFacts;

/** `opened`: the store to use instead of a new one on SQLite. */
export async function openDeliveryBench(opened?: LeadStore): Promise<DeliveryBench> {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-delivery-'));
  const store = opened ?? (await openSqliteStore(join(folder, 'leads.db'), { minFreeBytes: 0 }));
  const service = await startFakeService();
  const clock = new ManualClock();
  const deliveries: Delivery[] = [];
  const lines: LogLine[] = [];
  const log: Log = {
    debug: (event, facts) => lines.push({ level: 'debug', event, ...facts }),
    info: (event, facts) => lines.push({ level: 'info', event, ...facts }),
    warn: (event, facts) => lines.push({ level: 'warn', event, ...facts }),
    error: (event, _error, facts) => lines.push({ level: 'error', event, ...facts }),
  };
  let phones = 14155550000;

  const lead = async (id: string) => {
    const found = await store.find(id);
    if (found === undefined) throw new Error('no such lead');
    return found;
  };
  return {
    store,
    service,
    clock,
    log: lines,
    logged: (event) => lines.filter((line) => line.event === event),
    deliver({ timeoutMs = 30_000, key = 'fake-key', fetch, ...options } = {}) {
      const client = createServiceClient({
        baseUrl: `${service.url}/v1`,
        hooksUrl: service.url,
        apiKey: key,
        timeoutMs,
        now: clock.now,
        ...(fetch === undefined ? {} : { fetch }),
      });
      const inTests = { random: () => 0.5, gatherMs: 0, stopGraceMs: 0 };
      const delivery = createDelivery({ store, client, clock, log, ...inTests, ...options });
      deliveries.push(delivery);
      delivery.start();
      return delivery;
    },
    async accept(more = {}) {
      const phone = more.phone ?? String(++phones);
      const acceptance: Acceptance = await store.accept({
        key: randomUUID(),
        bodyHash: 'hash',
        form: 'default',
        phone,
        record: { phone, first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' },
        plan: { tags: [] },
        acceptedAt: clock.now(),
        ...more,
      });
      if (acceptance.outcome !== 'stored') throw new Error(acceptance.outcome);
      return acceptance.lead;
    },
    lead,
    async steps(id) {
      return (await lead(id)).steps.map(({ step, state }) => `${step} ${state}`).join(', ');
    },
    reaches(id, state) {
      return until(`the lead is ${state}`, async () => (await lead(id)).state === state);
    },
    attempted(id, kind) {
      return until(`${kind} has an outcome`, async () => {
        const { steps } = await lead(id);
        return steps.some(({ step, state, answer }) => step === kind && state !== 'sending' && answer !== undefined);
      });
    },
    async close() {
      const stopped = deliveries.map((delivery) => delivery.stop());
      clock.advance(0);
      await Promise.all(stopped);
      await store.close();
      await service.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
