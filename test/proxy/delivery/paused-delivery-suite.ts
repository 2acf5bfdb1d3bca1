import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';
import { journey } from './ids.ts';
import { ManualClock } from './manual-clock.ts';
import type { StoresUnderTest } from './stores-under-test.ts';

const [leaseMs, pausedMs, pollMs] = [15_000, 16_000, 2_000];
const phone = '14155558001';
const otherJourney = 'a1000000-0000-4000-8000-000000000002';
const plan = { tags: [], journey: { id: journey, onExisting: 'keep' as const } };

/** What becomes of a lead whose process pauses for longer than its lease, as on a machine that sleeps. */
export function testPausedDelivery(name: string, prepare: () => Promise<StoresUnderTest>): void {
  describe(name, () => {
    let under: StoresUnderTest;
    let bench: DeliveryBench;
    /** Ends the wait for the response to the first request. */
    let respond: () => void;
    beforeAll(async () => {
      under = await prepare();
    });
    afterAll(() => under.stop());
    beforeEach(async () => {
      bench = await openDeliveryBench(await under.open());
    });
    afterEach(async () => {
      respond();
      await bench.close();
    });

    /** A delivery that waits for the response to its first request, which the service has processed. */
    const deliverAndPause = async () => {
      const { promise: isAnswered, resolve } = Promise.withResolvers<void>();
      respond = resolve;
      let isFirst = true;
      let lookedAt = 0;
      const delivery = bench.deliver({
        ...{ leaseMs, pollMs },
        async fetch(url, init) {
          const isHeld = isFirst;
          isFirst = false;
          const response = await fetch(url, init);
          if (isHeld) await isAnswered;
          return response;
        },
        store: {
          ...bench.store,
          async claim(request) {
            const claimed = await bench.store.claim(request);
            lookedAt = request.now;
            return claimed;
          },
        },
      });
      const lead = await bench.accept({ phone, plan });
      await until('it has sent its first request', () => bench.service.ledger().leads.length === 1);
      return {
        lead,
        delivery,
        /** The process goes on, and looks for due leads. */
        async goOn() {
          bench.clock.advance(pausedMs);
          await until('it has looked for due leads', () => lookedAt >= bench.clock.now());
        },
        /** Its first request is answered, and what follows from that has happened. */
        async finish() {
          respond();
          await until('its run has ended', () => delivery.status().running === 0);
          bench.clock.advance(pollMs);
        },
      };
    };
    /** What an operator does after the pause began: the lease has ended, and the process has not noticed yet. */
    const later = () => ({ now: bench.clock.now() + pausedMs, by: 'Ada' });
    const correct = (lead: string, values: Record<string, string>) => bench.store.correct(lead, { ...later(), values });
    const enrolled = () => bench.service.ledger().enrolments.map(({ phone, workflow }) => [phone, workflow]);

    // The claim renewed the lease of the run that had begun before, which went on with the old values.
    it.each([
      ['a digit', ['14155558002']],
      ['the country', ['493055512345']],
      ['twice, in two pauses', ['14155558002', '442079460123']],
    ])('is enrolled by the phone that an operator has corrected meanwhile: %s', async (_, phones) => {
      const { lead, goOn, finish } = await deliverAndPause();
      for (const corrected of phones) {
        expect(await correct(lead, { phone: corrected })).toBe(true);
        await goOn();
      }
      await finish();
      await bench.reaches(lead, 'delivered');
      expect(enrolled()).toEqual([[phones.at(-1), journey]]);
    });

    it('reaches the service with the name that an operator has corrected meanwhile', async () => {
      const { lead, goOn, finish } = await deliverAndPause();
      expect(await correct(lead, { first_name: 'Augusta' })).toBe(true);
      await goOn();
      await finish();
      await bench.reaches(lead, 'delivered');
      expect(bench.service.ledger().leads).toMatchObject([{ phone, first_name: 'Augusta' }]);
      expect(enrolled()).toEqual([[phone, journey]]);
    });

    it('goes into the journey with which an operator has replayed it meanwhile', async () => {
      const { lead, goOn, finish } = await deliverAndPause();
      expect(await bench.store.closeLead(lead, later())).toBe(true);
      const form = { fields: [], tags: [], journey: { ...plan.journey, id: otherJourney }, routes: [] };
      expect(await bench.store.replay(lead, { ...later(), callTtlMs: 1_000, form })).toBe(true);
      await goOn();
      await finish();
      await bench.reaches(lead, 'delivered');
      expect(enrolled()).toEqual([[phone, otherJourney]]);
    });

    it('is not enrolled once it is erased', async () => {
      const { lead, goOn, finish } = await deliverAndPause();
      expect(await bench.store.erase({ leads: [lead] })).toBe(1);
      await goOn();
      await finish();
      expect([await bench.store.find(lead), enrolled()]).toEqual([undefined, []]);
    });

    it('is not enrolled again when another proxy has delivered it, and its visitor rates the chat', async () => {
      const { lead, goOn, finish } = await deliverAndPause();
      const clock = new ManualClock();
      clock.advance(pausedMs);
      const other = bench.deliver({ clock });
      await bench.reaches(lead, 'delivered');
      await other.stop();
      const rating = { key: randomUUID(), bodyHash: 'hash', at: clock.now(), form: 'default', page: '/', rating: 5 };
      expect(await bench.store.addRating({ ...rating, comment: undefined, lead })).toBe('stored');
      expect(await bench.store.applyRatings(clock.now())).toBe(1);
      await goOn();
      await finish();
      await bench.reaches(lead, 'delivered');
      expect(enrolled()).toEqual([[phone, journey]]);
      expect(bench.service.ledger().leads).toMatchObject([{ phone, chat_rating: 5 }]);
    });

    it('is left to another proxy while its run lasts here, however often this one looks', async () => {
      const { lead, goOn, finish } = await deliverAndPause();
      expect(await correct(lead, { phone: '14155558002' })).toBe(true);
      await goOn();
      await goOn();
      bench.deliver();
      await bench.reaches(lead, 'delivered');
      await finish();
      expect(enrolled()).toEqual([['14155558002', journey]]);
    });

    it('is delivered by the next process at once when this one stops before its request is answered', async () => {
      const { lead, delivery, goOn } = await deliverAndPause();
      expect(await correct(lead, { phone: '14155558002' })).toBe(true);
      await goOn();
      const stopped = delivery.stop();
      respond();
      await stopped;
      bench.deliver();
      await bench.reaches(lead, 'delivered');
      expect(enrolled()).toEqual([['14155558002', journey]]);
    });

    it('goes on where it was if nobody has changed it', async () => {
      const { lead, goOn, finish } = await deliverAndPause();
      await goOn();
      await finish();
      await bench.reaches(lead, 'delivered');
      expect([bench.service.journal, enrolled()]).toEqual([['create', 'send'], [[phone, journey]]]);
    });
  });
}
