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

// A refused rating once made a delivered lead dead, and a lead that was deleted at the service was created again.
describe('a rating that the service refuses', () => {
  it.each([
    ['the update', 'update', 400, '400 bad-request'],
    ['the update', 'update', 422, '422 bad-request'],
    ['the update, because the lead is gone', 'update', 404, '404 lead-not-found'],
    ['to read the lead', 'read', 404, '404 lead-not-found'],
    ['to read the lead', 'read', 400, '400 bad-request'],
  ] as const)('is skipped with its answer if it refuses %s: %s, %i', async (_name, step, status, answer) => {
    const phone = '14155557109';
    bench.service.seed({ phone });
    // Without the ID of the lead on file, which the journey does not need.
    if (step === 'read') bench.service.fail('create', { kind: 'status', status: 409 });
    bench.deliver();
    const journey = { id: randomUUID(), onExisting: step === 'read' ? ('update' as const) : ('keep' as const) };
    const lead = await bench.accept({ phone, record: { phone }, plan: { tags: [], journey } });
    await bench.reaches(lead, 'delivered');
    const before = await bench.steps(lead);
    const creations = bench.service.journal.filter((route) => route === 'create').length;
    bench.service.fail(step, { kind: 'status', status });
    await rate(lead, 1, 'Not what I asked');
    await apply();
    await until('the rating has an outcome', async () => (await bench.lead(lead)).steps.at(-1)?.state === 'skipped');
    expect((await bench.lead(lead)).steps.at(-1)).toMatchObject({
      step: 'update',
      answer: expect.stringContaining(answer),
    });
    expect(await bench.steps(lead)).toBe(`${before}${step === 'read' ? ', read skipped' : ''}, update skipped`);
    await bench.reaches(lead, 'delivered');
    expect(bench.logged('lead-dead')).toEqual([]);
    expect(bench.logged('rating-refused')).toMatchObject([{ lead, cause: answer }]);
    expect(bench.service.journal.filter((route) => route === 'create')).toHaveLength(creations);
    // The next one is written.
    await rate(lead, 5);
    await apply();
    await until('the next rating is written', async () => onFile(phone)?.chat_rating === 5);
  });
});
