import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { leadJobs } from '../../../src/proxy/delivery/create-delivery.ts';
import type { StoredLead } from '../../../src/proxy/domain/lead.ts';
import { createRunner, type JobHandler, type Lease } from '../../../src/proxy/jobs/runner.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { until } from '../../support/until.ts';
import { stored } from '../store/contract.ts';
import { done } from '../store/contract-queue.ts';

export type RunnerUnderTest = { open(): Promise<LeadStore>; remove(): Promise<void> };

/** A busy machine pauses a process for longer than a short lease, and another one then runs its jobs again, as it should. */
const options = { leaseMs: 3_600_000, pollMs: 100, stopGraceMs: 1_000 };

/** What the runner promises with the queue of a real store, for several processes that share it. */
export function testRunner(name: string, prepare: () => Promise<RunnerUnderTest>): void {
  describe(name, () => {
    let under: RunnerUnderTest;
    beforeAll(async () => {
      under = await prepare();
    });
    afterAll(() => under.remove());

    /** Starts a process that runs leads, with its own connection to the store. */
    const start = async (
      run: (lead: StoredLead, lease: Lease, store: LeadStore) => Promise<void>,
      { leaseMs = options.leaseMs, max = 2 } = {},
    ) => {
      const store = await under.open();
      const handler: JobHandler<StoredLead> = {
        ...leadJobs(store),
        capacity: () => ({ max, ahead: 6 }),
        run: (lead, lease) => run(lead, lease, store),
        onUnreadable() {},
        onInterrupted() {},
        onClaimFailed() {},
      };
      const runner = createRunner(handler, { ...options, leaseMs }, { clock: systemClock, subscribe: store.subscribe });
      runner.start();
      const stop = async () => {
        await runner.stop();
        await store.close();
      };
      return { stop };
    };
    const settle = async (lead: StoredLead, { owner }: Lease, store: LeadStore) => {
      await store.checkpoint({ lead: lead.id, owner, now: Date.now(), steps: done(lead) });
    };
    const accept = async (count: number, phones: number) => {
      const store = await under.open();
      const ids: string[] = [];
      for (let index = 0; index < count; index++) {
        ids.push(await stored(store, { phone: String(14155500000 + (index % phones)), acceptedAt: Date.now() }));
      }
      await store.close();
      return ids;
    };

    it('runs each job once, and those of a phone one after the other, in their order', async () => {
      const runs: { lead: string; phone: string }[] = [];
      const running = new Set<string>();
      const run = async (lead: StoredLead, lease: Lease, store: LeadStore) => {
        expect(running).not.toContain(lead.phone);
        running.add(lead.phone);
        runs.push({ lead: lead.id, phone: lead.phone });
        await new Promise((resolve) => setImmediate(resolve));
        running.delete(lead.phone);
        await settle(lead, lease, store);
      };
      const ids = await accept(40, 8);
      const processes = [await start(run), await start(run), await start(run)];
      await until('all have run', () => runs.length === ids.length);
      await Promise.all(processes.map(({ stop }) => stop()));
      expect(runs.map(({ lead }) => lead).toSorted()).toEqual(ids.toSorted());
      for (const { phone } of runs.slice(0, 8)) {
        const ofPhone = runs.filter((found) => found.phone === phone).map(({ lead }) => lead);
        expect(ofPhone).toEqual(ids.filter((id) => ofPhone.includes(id)));
      }
    });

    it('keeps a job that runs longer than its lease', async () => {
      const [id] = await accept(1, 1);
      const runs: string[] = [];
      const release = Promise.withResolvers<void>();
      const run = async (lead: StoredLead, lease: Lease, store: LeadStore) => {
        runs.push(lead.id);
        await release.promise;
        await settle(lead, lease, store);
      };
      // Without a free place, so that only the renewal keeps the lease: a claim would take the job's own lease again.
      const leaseMs = 2_000;
      const processes = [await start(run, { max: 1, leaseMs }), await start(run, { max: 1, leaseMs })];
      await until('it runs', () => runs.length > 0);
      const ranAt = Date.now();
      await until('its first lease has ended', () => Date.now() > ranAt + leaseMs + options.pollMs);
      release.resolve();
      await Promise.all(processes.map(({ stop }) => stop()));
      expect(runs).toEqual([id]);
    });

    it('gives back what it has leased ahead when it stops, so that the next process runs it at once', async () => {
      const ids = await accept(12, 12);
      const runs: string[] = [];
      const hang = async (lead: StoredLead, lease: Lease, store: LeadStore) => {
        runs.push(lead.id);
        // Short jobs first: only these are leased ahead.
        if (runs.length <= 4) {
          await settle(lead, lease, store);
          return;
        }
        await new Promise((_, reject) => lease.signal.addEventListener('abort', () => reject(lease.signal.reason)));
      };
      // A lease that it kept would outlast the test.
      const first = await start(hang);
      await until('two hang', () => runs.length === 6);
      await first.stop();
      const delivered = runs.slice(0, 4);
      const again: string[] = [];
      const next = await start(async (lead, lease, store) => {
        await settle(lead, lease, store);
        again.push(lead.id);
      });
      await until('all have run', () => again.length === ids.length - delivered.length);
      await next.stop();
      expect([...delivered, ...again].toSorted()).toEqual(ids.toSorted());
    });
  });
}
