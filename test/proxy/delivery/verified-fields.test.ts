import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';
import { journey } from './ids.ts';

let bench: DeliveryBench;
beforeEach(async () => {
  bench = await openDeliveryBench();
});
afterEach(() => bench.close());

const phone = '14155551224';

async function deliver(record: Record<string, unknown>, onExisting: 'keep' | 'update'): Promise<void> {
  const plan = { tags: [], journey: { id: journey, onExisting } };
  await bench.reaches(await bench.accept({ phone, record: { phone, ...record }, plan }), 'delivered');
}

function onFile() {
  return bench.service.ledger().leads.find((lead) => lead.phone === phone);
}

const signed = { email: 'ada@example.com', first_name: 'Ada', verified_fields: 'phone,email' };
const strange = { email: 'mallory@example.com', first_name: 'Mallory' };

// The mark stayed when a stranger's unsigned lead with the same phone replaced the values that it vouches for.
describe('verified_fields at the service', () => {
  it('is empty after an unsigned lead has overwritten the values', async () => {
    bench.deliver();
    await deliver(signed, 'update');
    // Within a day the phone is not enrolled again, and Update Lead writes the values.
    await deliver(strange, 'update');
    expect(onFile()).toMatchObject({ email: 'mallory@example.com', verified_fields: '' });
    bench.clock.advance(86_400_000);
    await deliver(signed, 'update');
    expect(onFile()).toMatchObject({ email: 'ada@example.com', verified_fields: 'phone,email' });
    bench.clock.advance(86_400_000);
    await deliver(strange, 'update');
    expect(onFile()).toMatchObject({ email: 'mallory@example.com', verified_fields: '' });
  });

  it('does not name a value that was on file before and was kept', async () => {
    bench.deliver({ getLeadReturnsCustomFields: true });
    await deliver({ email: 'mallory@example.com' }, 'keep');
    await deliver(signed, 'keep');
    expect(onFile()).toMatchObject({ email: 'mallory@example.com', first_name: 'Ada', verified_fields: 'phone' });
  });

  it('stops naming a value that was blank and that an unsigned lead has filled in', async () => {
    bench.deliver();
    bench.service.seed({ phone, email: '', verified_fields: 'phone,email' });
    await deliver(strange, 'keep');
    expect(onFile()).toMatchObject({ email: 'mallory@example.com', verified_fields: 'phone' });
  });

  // Only a lead whose marks Get Lead shows was marked, and a lead without any shows none.
  it('names what a signed lead has filled in, also when the lead on file had no marks, or does not show them', async () => {
    bench.deliver();
    bench.service.seed({ phone, email: '', first_name: 'Mallory', company: 'ACME' });
    const values = { ...signed, company: 'ACME', plan: 'gold' };
    await deliver({ ...values, verified_fields: 'phone,email,first_name,company,plan' }, 'keep');
    // What stays as it was is not verified unless it is the same, and a custom field that is not shown may have a value.
    expect(onFile()).toMatchObject({ email: 'ada@example.com', first_name: 'Mallory' });
    expect(onFile()).toMatchObject({ verified_fields: 'phone,email,company' });
    expect(onFile()).not.toHaveProperty('plan');
  });

  it('stays without marks when an unsigned lead fills in blanks', async () => {
    bench.deliver();
    bench.service.seed({ phone, email: '' });
    await deliver(strange, 'keep');
    expect(onFile()).toMatchObject({ email: 'mallory@example.com' });
    expect(onFile()).not.toHaveProperty('verified_fields');
  });

  it('keeps the marks of values that an unsigned lead leaves alone, and adds those that are filled in now', async () => {
    bench.deliver();
    bench.service.seed({ phone, email: '', first_name: 'Ada', verified_fields: 'phone,first_name' });
    await deliver({ first_name: 'Mallory', company: 'ACME' }, 'keep');
    expect(onFile()).toMatchObject({ verified_fields: 'phone,first_name' });
    await deliver(signed, 'keep');
    expect(onFile()).toMatchObject({ email: 'ada@example.com', verified_fields: 'phone,first_name,email' });
  });
});
