import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noMetrics } from '../../../src/proxy/metrics.ts';
import { until } from '../../support/until.ts';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';
import { agent } from './ids.ts';

let bench: DeliveryBench;
beforeEach(async () => {
  bench = await openDeliveryBench();
});
afterEach(() => bench.close());

const rate = (lead: string, rating: number, comment?: string, key: string = randomUUID()) =>
  bench.store.addRating({
    ...{ key, bodyHash: `${rating} ${comment}`, at: bench.clock.now(), form: 'default', page: '/prices' },
    ...{ rating, comment, lead },
  });
const apply = () => bench.store.applyRatings(bench.clock.now());
const updates = () => bench.service.journal.filter((route) => route === 'update').length;
const onFile = (phone: string) => bench.service.ledger().leads.find((lead) => lead.phone === phone);

async function delivered(phone: string): Promise<string> {
  const lead = await bench.accept({ phone, record: { phone, first_name: 'Ada' } });
  await bench.reaches(lead, 'delivered');
  return lead;
}

describe('a rating of a delivered lead', () => {
  it('reaches the service by one Update Lead, whatever is repeated', async () => {
    bench.deliver();
    const lead = await delivered('14155557101');
    const key = randomUUID();
    expect(await rate(lead, 4, 'Quick and clear', key)).toBe('stored');
    expect(await rate(lead, 4, 'Quick and clear', key)).toBe('repeated');
    expect(await rate(lead, 1, undefined, key)).toBe('key-reused');
    // Two proxies, each as often as it looks.
    expect((await Promise.all([apply(), apply(), apply()])).reduce((sum, count) => sum + count)).toBe(1);
    await until('the rating is written', async () => updates() === 1);
    await bench.reaches(lead, 'delivered');
    expect(onFile('14155557101')).toMatchObject({ chat_rating: 4, chat_rating_comment: 'Quick and clear' });
    expect(await apply()).toBe(0);
    expect(updates()).toBe(1);
    // It was delivered once, and nobody is told twice.
    expect(bench.logged('lead-delivered')).toHaveLength(1);
  });

  it('is written again for the next conversation, without the comment on the one before', async () => {
    bench.deliver();
    const lead = await delivered('14155557102');
    await rate(lead, 5, 'Great');
    await apply();
    await until('the first is written', async () => updates() === 1);
    await bench.reaches(lead, 'delivered');
    await rate(lead, 2);
    await apply();
    await until('the second is written', async () => updates() === 2);
    expect(onFile('14155557102')).toMatchObject({ chat_rating: 2, chat_rating_comment: '' });
  });

  it('survives a service that is down', async () => {
    bench.deliver();
    const lead = await delivered('14155557103');
    bench.service.fail('update', { kind: 'status', status: 503 });
    await rate(lead, 3);
    await apply();
    await bench.attempted(lead, 'update');
    expect((await bench.lead(lead)).state).toBe('pending');
    bench.clock.advance(60_000);
    await bench.reaches(lead, 'delivered');
    expect(onFile('14155557103')).toMatchObject({ chat_rating: 3 });
  });
});

it('waits for a lead that is held or not delivered yet', async () => {
  const pending = await bench.accept({ phone: '14155557104', record: { phone: '14155557104' } });
  const held = await bench.accept({ phone: '14155557105', record: { phone: '14155557105' }, held: 'too-fast' });
  await rate(pending, 5);
  await rate(held, 5);
  expect(await apply()).toBe(0);
  bench.deliver();
  await bench.reaches(pending, 'delivered');
  expect(await apply()).toBe(1);
  await until('the rating is written', async () => onFile('14155557104')?.chat_rating === 5);
  expect((await bench.lead(held)).state).toBe('held');
});

it('finds a lead by its phone that only its journey has overwritten', async () => {
  const phone = '14155557106';
  bench.service.seed({ phone });
  bench.deliver();
  const journey = { id: randomUUID(), onExisting: 'update' as const };
  const lead = await bench.accept({ phone, record: { phone }, plan: { tags: [], journey } });
  await bench.reaches(lead, 'delivered');
  await rate(lead, 1, 'Too slow');
  await apply();
  await until('the rating is written', async () => onFile(phone)?.chat_rating === 1);
});

it('is on the lead for a closed one, and sends nothing', async () => {
  const lead = await bench.accept({ phone: '14155557107', record: { phone: '14155557107' } });
  await bench.store.closeLead(lead, { now: bench.clock.now(), by: 'Grace', reason: 'a test' });
  await rate(lead, 2, 'Hm');
  expect(await apply()).toBe(1);
  bench.deliver();
  expect(await bench.lead(lead)).toMatchObject({
    state: 'closed',
    record: { chat_rating: 2, chat_rating_comment: 'Hm' },
  });
  expect(bench.service.journal).toEqual([]);
});

// The rule that told a delivered lead by its open steps did not know a call that had expired, or a failed rating.
it.each([
  ['an expired call', -1],
  ['a placed call', 120_000],
])('counts a delivered lead once, with %s and ratings after it', async (_name, expiresInMs) => {
  const counted: string[] = [];
  const settled: string[] = [];
  const delivery = bench.deliver({
    funnel: { countLead: (_lead, event) => counted.push(event) },
    metrics: { ...noMetrics, leadSettled: (state) => settled.push(state) },
  });
  const lead = await delivered('14155557108');
  const requestedAt = bench.clock.now();
  const expiresAt = requestedAt + expiresInMs;
  await bench.store.requestCall(lead, { agent, ip: '', country: 'US', requestedAt, expiresAt, caps: [] });
  await bench.reaches(lead, 'delivered');
  for (const rating of [5, 2]) {
    await rate(lead, rating);
    await apply();
    await until('the rating is written', async () => onFile('14155557108')?.chat_rating === rating);
    await bench.reaches(lead, 'delivered');
  }
  await until('the delivery is over', () => delivery.status().running === 0);
  expect({ counted, settled }).toEqual({ counted: ['delivered'], settled: ['delivered'] });
  expect(bench.logged('lead-delivered')).toHaveLength(1);
});
