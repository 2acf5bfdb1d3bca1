import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { type DeliveryBench, openDeliveryBench } from './delivery-bench.ts';

// Only a second counted attempt looked whether the lead has the tag; some attempts do not count, and a replay counts anew.
describe('a tag that counts twice when it is added twice', () => {
  let bench: DeliveryBench;
  beforeEach(async () => {
    bench = await openDeliveryBench();
  });
  afterEach(() => bench.close());

  const deliver = () => bench.deliver({ tagsAreASet: false });
  const accept = () => bench.accept({ plan: { tags: ['website'] } });
  const requestCount = () => bench.service.journal.filter((route) => route === 'tag').length;
  const isAddedOnce = async (lead: string) => {
    await bench.reaches(lead, 'delivered');
    expect((await bench.lead(lead)).steps.at(-1)).toMatchObject({ step: 'tag', answer: 'has it already' });
    expect(requestCount()).toBe(1);
  };

  it('is not added again after its response was lost', async () => {
    bench.service.fail('tag', { kind: 'reset', processed: true });
    deliver();
    const lead = await accept();
    await bench.attempted(lead, 'tag');
    bench.clock.advance(60_000);
    await isAddedOnce(lead);
  });

  it('is not added again after the proxy was stopped meanwhile', async () => {
    bench.service.fail('tag', { kind: 'drip' });
    const first = deliver();
    const lead = await accept();
    await until('the tag is added', async () => bench.service.ledger().leads.some(({ tags }) => tags.length > 0));
    await first.stop();
    expect((await bench.lead(lead)).steps.at(-1)).toMatchObject({ state: 'pending', attempts: 0 });
    deliver();
    await isAddedOnce(lead);
  });

  it('is not added again by a replay', async () => {
    bench.service.fail('tag', { kind: 'status', status: 400, processed: true });
    deliver();
    const lead = await accept();
    await bench.reaches(lead, 'dead');
    expect(await bench.store.replay(lead, { now: bench.clock.now(), callTtlMs: 1_000 })).toBe(true);
    await isAddedOnce(lead);
  });

  it('is added after an attempt that has certainly not added it', async () => {
    bench.service.fail('tag', { kind: 'status', status: 503 });
    deliver();
    const lead = await accept();
    await bench.attempted(lead, 'tag');
    bench.clock.advance(60_000);
    await bench.reaches(lead, 'delivered');
    expect(bench.service.ledger().leads.map(({ tags }) => tags)).toEqual([['website']]);
    expect(requestCount()).toBe(2);
  });
});
