import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';
import { journey } from './ids.ts';

const phone = '14155552671';
const keep = { tags: [], journey: { id: journey, onExisting: 'keep' as const } };

describe('what an operator corrects', () => {
  let bench: DeliveryBench;
  beforeEach(async () => {
    bench = await openDeliveryBench();
    bench.deliver();
  });
  afterEach(() => bench.close());

  const accept = (more = {}) => bench.accept({ phone, plan: keep, ...more });
  const correct = (lead: string) =>
    bench.store.correct(lead, { now: bench.clock.now(), by: 'Ada', values: { email: 'right@example.com' } });
  const onFile = () => bench.service.ledger().leads.find((lead) => lead.phone === phone);

  // The lead on file, which keeps its values, was this one: its first request had been processed, and the response was lost.
  it.each([['keep'], [undefined]] as const)(
    'reaches the service although an earlier request, whose response was lost, has created the lead: journey %s',
    async (onExisting) => {
      bench.service.fail('create', { kind: 'reset', processed: true });
      const plan = { tags: ['a'], ...(onExisting && { journey: { id: journey, onExisting } }) };
      const lead = await accept({ plan });
      await bench.attempted(lead, 'create');
      expect(onFile()?.email).toBe('ada@example.com');
      expect(await correct(lead)).toBe(true);
      bench.clock.advance(3_600_000);
      await bench.reaches(lead, 'delivered');
      expect(onFile()).toMatchObject({ email: 'right@example.com', first_name: 'Ada' });
    },
  );

  it('changes nothing of a lead that was on file before the first request', async () => {
    bench.service.seed({ phone, email: 'other@example.com' });
    const lead = await accept({ held: 'honeypot' });
    expect(await correct(lead)).toBe(true);
    await bench.store.release(lead, { now: bench.clock.now(), callCaps: [], call: 'as-requested' });
    await bench.reaches(lead, 'delivered');
    expect(onFile()?.email).toBe('other@example.com');
  });

  // The service went on to say that somebody has signed the value.
  it('loses its mark of a signed value at the service, too', async () => {
    bench.service.fail('send', { kind: 'status', status: 400 });
    const record = { phone, first_name: 'Ada', email: 'wrong@example.com', verified_fields: 'phone,email' };
    const lead = await accept({ record });
    await bench.reaches(lead, 'dead');
    expect(onFile()?.verified_fields).toBe('phone,email');
    expect(await correct(lead)).toBe(true);
    expect(await bench.store.replay(lead, { now: bench.clock.now(), callTtlMs: 1_000 })).toBe(true);
    await bench.reaches(lead, 'delivered');
    expect(onFile()).toMatchObject({ email: 'right@example.com', verified_fields: 'phone' });
  });
});
