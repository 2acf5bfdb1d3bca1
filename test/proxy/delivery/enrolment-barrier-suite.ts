import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';
import { agent, journey } from './ids.ts';
import type { StoresUnderTest } from './stores-under-test.ts';

const otherJourney = 'a1000000-0000-4000-8000-000000000002';
const plan = { tags: [], journey: { id: journey, onExisting: 'keep' as const } };
const inCapitals = { tags: [], journey: { id: journey.toUpperCase(), onExisting: 'keep' as const } };
const unavailable = { kind: 'status', status: 503 } as const;
const hour = 3_600_000;

/** What becomes of the next lead of a phone, when an earlier one of it has begun an enrolment. */
export function testEnrolmentBarrier(name: string, prepare: () => Promise<StoresUnderTest>): void {
  describe(name, () => {
    let under: StoresUnderTest;
    let bench: DeliveryBench;
    let phones = 14155557000;
    let phone: string;
    beforeAll(async () => {
      under = await prepare();
    });
    afterAll(() => under.stop());
    beforeEach(async () => {
      bench = await openDeliveryBench(await under.open());
      phone = String(++phones);
    });
    afterEach(() => bench.close());

    const accept = () => bench.accept({ phone, plan });
    const by = () => ({ now: bench.clock.now(), by: 'Ada' });
    const enrolments = async () => (await bench.store.phoneRecords(phone)).enrolments;
    /** A lead whose enrolment the service has refused for now, and that nobody is delivering. */
    const refusedOnce = async () => {
      bench.service.fail('send', unavailable);
      const lead = await accept();
      await bench.attempted(lead, 'journey');
      expect(bench.service.ledger().enrolments).toEqual([]);
      return lead;
    };
    /** A lead of which nobody knows whether it is enrolled. */
    const uncertain = async (isEnrolled: boolean, of = plan) => {
      bench.service.fail('send', { kind: 'reset', processed: isEnrolled });
      const lead = await bench.accept({ phone, plan: of });
      await bench.reaches(lead, 'unknown');
      return lead;
    };
    const isEnrolledOnce = async (lead: string) => {
      await bench.reaches(lead, 'delivered');
      expect((await bench.steps(lead)).endsWith('journey done')).toBe(true);
      expect(bench.service.ledger().enrolments).toHaveLength(1);
    };

    it('enrolls it after the earlier one was closed as a duplicate', async () => {
      bench.deliver();
      const first = await refusedOnce();
      expect(await bench.store.closeLead(first, { ...by(), reason: 'duplicate' })).toBe(true);
      expect(await enrolments()).toEqual([]);
      await isEnrolledOnce(await accept());
    });

    it('enrolls it after the unknown enrolment of the earlier one was skipped', async () => {
      bench.deliver();
      const first = await uncertain(false);
      expect(await bench.store.resolve(first, 'skipped', by())).toBe(true);
      expect(await enrolments()).toEqual([]);
      await isEnrolledOnce(await accept());
    });

    it('enrolls it after the earlier one was replayed with another journey', async () => {
      bench.deliver();
      const first = await uncertain(false);
      const form = { fields: [], tags: [], journey: { id: otherJourney, onExisting: 'keep' as const }, routes: [] };
      expect(await bench.store.replay(first, { now: bench.clock.now(), callTtlMs: 1_000, form })).toBe(true);
      await bench.reaches(first, 'delivered');
      const second = await accept();
      await bench.reaches(second, 'delivered');
      expect(bench.service.ledger().enrolments.map(({ workflow }) => workflow)).toEqual([otherJourney, journey]);
    });

    it('leaves it to the operator while the enrolment of the earlier one is unknown', async () => {
      bench.deliver();
      await uncertain(true);
      const second = await accept();
      await bench.reaches(second, 'unknown');
      expect((await bench.lead(second)).steps.at(-1)).toMatchObject({
        state: 'unknown',
        answer: 'an earlier lead of this phone may be in the journey',
      });
      expect(bench.service.ledger().enrolments).toHaveLength(1);
    });

    it('leaves it to the operator although the earlier one was closed with an unknown enrolment', async () => {
      bench.deliver();
      const first = await uncertain(true);
      expect(await bench.store.closeLead(first, by())).toBe(true);
      const second = await accept();
      await bench.reaches(second, 'unknown');
      expect(bench.service.ledger().enrolments).toHaveLength(1);
    });

    it('skips it when the operator knows that the earlier one is enrolled', async () => {
      bench.deliver();
      const first = await uncertain(true);
      const second = await accept();
      await bench.reaches(second, 'unknown');
      expect(await bench.store.resolve(first, 'done', by())).toBe(true);
      expect(await bench.store.replay(second, { now: bench.clock.now(), callTtlMs: 1_000 })).toBe(true);
      await bench.reaches(second, 'delivered');
      expect(await bench.steps(second)).toContain('journey skipped');
      expect(bench.service.ledger().enrolments).toHaveLength(1);
    });

    // Two forms with one journey, of which one had its ID in capitals, enrolled a person twice.
    it('skips it when the earlier one is enrolled, also if its form writes the journey in capitals', async () => {
      bench.deliver();
      await bench.reaches(await accept(), 'delivered');
      const second = await bench.accept({ phone, plan: inCapitals });
      await bench.reaches(second, 'delivered');
      expect(await bench.steps(second)).toContain('journey skipped');
      expect(bench.service.ledger().enrolments).toHaveLength(1);
    });

    it('enrolls it after the earlier one, whose form writes the journey in capitals, was refused', async () => {
      bench.deliver();
      bench.service.fail('send', { kind: 'status', status: 400 });
      await bench.reaches(await bench.accept({ phone, plan: inCapitals }), 'dead');
      expect(await enrolments()).toEqual([]);
      await isEnrolledOnce(await accept());
    });

    // The steps of the earlier one have the other spelling. If it is not found in them, it counts as enrolled.
    it('leaves it to the operator while that of the earlier one, whose form writes the journey in capitals, is unknown', async () => {
      bench.deliver();
      await uncertain(true, inCapitals);
      await bench.reaches(await accept(), 'unknown');
      expect(bench.service.ledger().enrolments).toHaveLength(1);
    });

    it('skips it when the earlier one is enrolled, also after that one was closed', async () => {
      bench.deliver();
      const first = await accept();
      await bench.reaches(first, 'delivered');
      const second = await accept();
      await bench.reaches(second, 'delivered');
      expect(await bench.steps(second)).toContain('journey skipped');
    });

    it('enrolls an older lead that is replayed while a younger one waits for its next attempt', async () => {
      bench.deliver();
      bench.service.fail('create', { kind: 'status', status: 400 });
      const older = await accept();
      await bench.reaches(older, 'dead');
      const younger = await refusedOnce();
      expect(await bench.store.replay(older, { now: bench.clock.now(), callTtlMs: 1_000 })).toBe(true);
      await isEnrolledOnce(older);
      bench.clock.advance(hour);
      await bench.reaches(younger, 'delivered');
      expect(await bench.steps(younger)).toContain('journey skipped');
      expect(bench.service.ledger().enrolments).toHaveLength(1);
    });

    // A restored lead may have been enrolled since the backup, which knows of no barrier.
    describe('after a restore, when the earlier one was pending in the backup', () => {
      const restored = async () => {
        const lead = await accept();
        expect(await bench.store.holdPending(bench.clock.now())).toEqual({ leads: 1, calls: 0 });
        bench.deliver();
        return lead;
      };

      it('leaves it to the operator', async () => {
        await restored();
        await bench.reaches(await accept(), 'unknown');
        expect(bench.service.ledger().enrolments).toEqual([]);
      });

      it('skips it once the operator knows that the earlier one is enrolled', async () => {
        const first = await restored();
        expect(await bench.store.resolve(first, 'done', by())).toBe(true);
        const second = await accept();
        await bench.reaches(second, 'delivered');
        expect(await bench.steps(second)).toContain('journey skipped');
        expect(bench.service.ledger().enrolments).toEqual([]);
      });

      it('enrolls it once the operator knows that the earlier one is not', async () => {
        const first = await restored();
        expect(await bench.store.resolve(first, 'skipped', by())).toBe(true);
        await isEnrolledOnce(await accept());
      });

      it('enrolls each of two phones after the phone of the earlier one was corrected', async () => {
        const first = await restored();
        const [before, after] = [phone, String(++phones)];
        expect(await bench.store.correct(first, { ...by(), values: { phone: after } })).toBe(true);
        expect(await enrolments()).toEqual([]);
        await isEnrolledOnce(await bench.accept({ phone: before, plan }));
        await bench.reaches(await bench.accept({ phone: after, plan }), 'unknown');
      });
    });

    it('skips it when the operator knows that a later lead, of which nobody knew, is enrolled', async () => {
      bench.deliver();
      const first = await uncertain(true);
      const second = await accept();
      await bench.reaches(second, 'unknown');
      expect(await bench.store.resolve(second, 'done', by())).toBe(true);
      expect(await bench.store.resolve(first, 'skipped', by())).toBe(true);
      const third = await accept();
      await bench.reaches(third, 'delivered');
      expect(await bench.steps(third)).toContain('journey skipped');
      expect(bench.service.ledger().enrolments).toHaveLength(1);
    });

    it('skips it after one between them was closed or erased', async () => {
      bench.deliver();
      const first = await accept();
      await bench.reaches(first, 'delivered');
      for (const end of ['close', 'erase'] as const) {
        bench.service.fail('create', { kind: 'status', status: 400 });
        const next = await accept();
        await bench.reaches(next, 'dead');
        if (end === 'close') expect(await bench.store.closeLead(next, by())).toBe(true);
        else expect(await bench.store.erase({ leads: [next] })).toBe(1);
      }
      const last = await accept();
      await bench.reaches(last, 'delivered');
      expect(await bench.steps(last)).toContain('journey skipped');
      expect(bench.service.ledger().enrolments).toHaveLength(1);
    });

    it('enrolls it after the earlier one was erased before its enrolment', async () => {
      bench.deliver();
      const first = await refusedOnce();
      expect(await bench.store.erase({ leads: [first] })).toBe(1);
      expect(await enrolments()).toEqual([]);
      await isEnrolledOnce(await accept());
    });

    // Nothing about an erased person stays, and so not that they are in a journey.
    it.each(['delivered', 'unknown'] as const)(
      'enrolls it again after the earlier one was erased when it was %s',
      async (state) => {
        bench.deliver();
        const first = state === 'unknown' ? await uncertain(true) : await accept();
        await bench.reaches(first, state);
        expect(await bench.store.erase({ leads: [first] })).toBe(1);
        expect(await enrolments()).toEqual([]);
        const second = await accept();
        await bench.reaches(second, 'delivered');
        expect((await bench.steps(second)).endsWith('journey done')).toBe(true);
        expect(bench.service.ledger().enrolments).toHaveLength(2);
      },
    );

    describe('of a lead on file whose id the service does not tell', () => {
      const overwriting = { tags: [], journey: { id: journey, onExisting: 'update' as const } };
      const acceptNamed = (first_name: string) =>
        bench.accept({ phone, plan: overwriting, record: { phone, first_name } });
      const withoutId = () => bench.service.fail('create', { kind: 'status', status: 409, body: {} });
      const nameOnFile = () => bench.service.ledger().leads.find((lead) => lead.phone === phone)?.first_name;

      // The second lead counted as delivered, and nothing of it had reached the service.
      it('writes what it says although its enrolment is skipped', async () => {
        bench.deliver();
        await bench.reaches(await acceptNamed('Ada'), 'delivered');
        withoutId();
        const second = await acceptNamed('Grace');
        await bench.reaches(second, 'delivered');
        expect(await bench.steps(second)).toBe('create done, journey skipped, read done, update done');
        expect(nameOnFile()).toBe('Grace');
        expect(bench.service.ledger().enrolments).toHaveLength(1);
      });

      // A correction changed the dashboard alone.
      it('writes what is corrected after it was enrolled', async () => {
        bench.deliver();
        bench.service.seed({ phone });
        withoutId();
        const requestedAt = bench.clock.now();
        const callback = { agent, ip: '', country: 'US', requestedAt, expiresAt: requestedAt + hour, caps: [] };
        bench.service.fail('call', { kind: 'status', status: 400 });
        const lead = await bench.accept({ phone, plan: overwriting, record: { phone, first_name: 'Ada' }, callback });
        await bench.reaches(lead, 'dead');
        expect(nameOnFile()).toBe('Ada');
        expect(await bench.store.correct(lead, { ...by(), values: { first_name: 'Grace' } })).toBe(true);
        expect(await bench.store.replay(lead, { now: bench.clock.now(), callTtlMs: hour })).toBe(true);
        await bench.reaches(lead, 'delivered');
        expect(nameOnFile()).toBe('Grace');
        expect(bench.service.ledger().enrolments).toHaveLength(1);
      });
    });

    it('does not let the phone of a lead be changed that the service has, also without its id', async () => {
      bench.service.seed({ phone });
      bench.service.fail('create', { kind: 'status', status: 409, body: {} });
      bench.service.fail('update-and-send', { kind: 'reset', processed: true });
      bench.deliver();
      const lead = await bench.accept({ phone, plan: { tags: [], journey: { id: journey, onExisting: 'update' } } });
      await bench.reaches(lead, 'unknown');
      expect((await bench.lead(lead)).serviceLead).toBeUndefined();
      expect(await bench.store.correct(lead, { ...by(), values: { phone: String(++phones) } })).toBe(false);
    });
  });
}
