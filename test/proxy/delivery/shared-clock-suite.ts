import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';
import { agent, journey } from './ids.ts';
import type { StoresUnderTest } from './stores-under-test.ts';

const hour = 3_600_000;

/** What several proxies of one store do when the clock of their machine is set back. */
export function testSharedClock(name: string, prepare: () => Promise<StoresUnderTest>): void {
  describe(name, () => {
    let under: StoresUnderTest;
    let bench: DeliveryBench;
    beforeAll(async () => {
      under = await prepare();
    });
    afterAll(() => under.stop());
    let followedCount = 0;
    beforeEach(async ({ onTestFailed }) => {
      const store = await under.open();
      const { followClock } = store;
      store.followClock = async (change) => {
        const backMs = await followClock(change);
        followedCount++;
        return backMs;
      };
      bench = await openDeliveryBench(store);
      const { log } = bench;
      // A proxy that could not follow says why, and tries again only when its clock goes on.
      onTestFailed(() => console.error('the proxies have logged', log));
    });
    afterEach(() => bench.close());

    /** A lead that is tried again in ten hours. */
    const waitingLead = async () => {
      bench.service.fail('create', { kind: 'status', status: 503, headers: { 'retry-after': '36000' } });
      const lead = await bench.accept();
      await until('it is retried', async () => (await bench.lead(lead)).nextAt > bench.clock.now() + 9 * hour);
      return lead;
    };
    const hoursLeft = async (lead: string) =>
      Math.round((10 * ((await bench.lead(lead)).nextAt - bench.clock.now())) / hour) / 10;
    const followed = (count: number) => until('the clock is followed', () => followedCount >= count);
    /** Starts proxies, which look at the clock at once. */
    const start = async (count: number) => {
      const before = followedCount;
      for (let proxy = 0; proxy < count; proxy++) bench.deliver();
      await followed(before + count);
    };
    /** Lets every proxy notice that the clock was set back. */
    const setBack = async (proxyCount: number) => {
      const before = followedCount;
      bench.clock.set(-hour);
      bench.clock.advance(2_000);
      await followed(before + proxyCount);
    };

    it('moves retries by as much as it was set back, however many proxies notice', async () => {
      await start(3);
      const lead = await waitingLead();
      await setBack(3);
      expect(await hoursLeft(lead)).toBe(10);
    });

    it('moves them once when nobody says who has noticed', async () => {
      await start(1);
      const lead = await waitingLead();
      const change = { now: bench.clock.now() - hour, backMs: hour, toleranceMs: 2_000 };
      const moved = await Promise.all([1, 2, 3].map(() => bench.store.followClock(change)));
      expect(moved.sort((a, b) => a - b)).toEqual([0, 0, hour]);
      bench.clock.set(-hour);
      expect(await hoursLeft(lead)).toBe(10);
    });

    it('moves them again when it is set back again', async () => {
      await start(3);
      const lead = await waitingLead();
      for (let round = 0; round < 2; round++) await setBack(3);
      expect(await hoursLeft(lead)).toBe(10);
    });

    const year = 365 * 24 * hour;
    // Whatever had happened while the clock was ahead counted for a year more.
    it('counts from then what limits and barriers count from a time that is yet to come', async () => {
      await start(1);
      bench.clock.set(year);
      bench.clock.advance(2_000);
      const [phone, plan] = ['14155559100', { tags: [], journey: { id: journey, onExisting: 'keep' as const } }];
      const lead = await bench.accept({ phone, plan });
      await bench.reaches(lead, 'delivered');
      const caps = [{ name: 'callsPerSitePerHour', per: 'site' as const, points: 1, seconds: 3600 }];
      const call = () => {
        const requestedAt = bench.clock.now();
        const expiresAt = requestedAt + 90_000;
        return bench.store.requestCall(lead, { agent, ip: '', country: 'US', requestedAt, expiresAt, caps });
      };
      const first = await call();
      if (first.outcome !== 'accepted') throw new Error(first.outcome);
      await bench.reaches(lead, 'delivered');
      const before = followedCount;
      bench.clock.set(-year);
      bench.clock.advance(2_000);
      await followed(before + 1);
      const now = bench.clock.now();
      expect(await bench.store.findCall(first.call)).toMatchObject({ requestedAt: now, placing: { startedAt: now } });
      expect(await call()).toMatchObject({ outcome: 'over-limit', retryAfterMs: hour });
      bench.clock.advance(hour + 1);
      expect((await call()).outcome).toBe('accepted');
      bench.clock.advance(24 * hour);
      const second = await bench.accept({ phone, plan });
      await bench.reaches(second, 'delivered');
      expect(bench.service.ledger().enrolments).toHaveLength(2);
    });

    it('notices at its start that the clock was ahead, also where nothing waits', async () => {
      bench.clock.set(year);
      const lead = await bench.accept({ phone: '14155559200' });
      const owner = 'a process before';
      await bench.store.claim({ owner, now: bench.clock.now(), leaseMs: 1_000, limit: 1 });
      const { steps } = await bench.lead(lead);
      const done = steps.map((step) => ({ ...step, state: 'done' as const }));
      await bench.store.checkpoint({ lead, owner, now: bench.clock.now(), steps: done });
      const requestedAt = bench.clock.now();
      const plan = { agent, ip: '', country: 'US', requestedAt, expiresAt: requestedAt + 90_000, caps: [] };
      const requested = await bench.store.requestCall(lead, plan);
      if (requested.outcome !== 'accepted') throw new Error(requested.outcome);
      bench.clock.set(-year);
      await start(1);
      const call = await bench.store.findCall(requested.call);
      expect([call?.requestedAt, call?.expiresAt]).toEqual([bench.clock.now(), bench.clock.now() + 90_000]);
    });

    it('does not move them again when a proxy starts afterwards', async () => {
      await start(2);
      const lead = await waitingLead();
      await setBack(2);
      for (let round = 0; round < 2; round++) await start(1);
      expect(await hoursLeft(lead)).toBe(10);
    });

    it('moves them although the store failed when a proxy noticed', async () => {
      await start(1);
      const lead = await waitingLead();
      const { followClock } = bench.store;
      bench.store.followClock = () => Promise.reject(new Error('no connection'));
      bench.clock.set(-hour);
      bench.clock.advance(2_000);
      await until('it has failed', () => bench.logged('clock-not-followed').length > 0);
      bench.store.followClock = followClock;
      const before = followedCount;
      await until('it tries again', () => {
        bench.clock.advance(2_000);
        return followedCount > before;
      });
      expect(await hoursLeft(lead)).toBe(10);
    });
  });
}
