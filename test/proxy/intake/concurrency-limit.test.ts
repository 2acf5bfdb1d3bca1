import { describe, expect, it } from 'vitest';
import { createConcurrencyLimit } from '../../../src/proxy/intake/concurrency-limit.ts';
import { leadHeaders, origin, startHarness } from '../support/harness.ts';

/** Takes all free slots. */
function fill(limit: ReturnType<typeof createConcurrencyLimit>) {
  const slots = [];
  try {
    for (;;) slots.push(limit.acquire());
  } catch (error) {
    return { slots, error };
  }
}

describe('the limit on leads that are stored at the same time', () => {
  it('falls while the store is slow and rises while it is fast', () => {
    const limit = createConcurrencyLimit(() => 0);
    const { slots } = fill(limit);
    expect(slots).toHaveLength(256);
    for (const slot of slots) slot.release(2000);
    const slow = fill(limit);
    expect(slow.slots).toHaveLength(64);
    for (const slot of slow.slots) slot.release(10);
    expect(fill(limit).slots.length).toBeGreaterThan(64);
  });

  it('frees one slot, however often it is released', () => {
    const limit = createConcurrencyLimit(() => 0);
    const { slots } = fill(limit);
    for (let index = 0; index < 5; index++) slots[0]?.release();
    expect(fill(limit).slots).toHaveLength(1);
  });

  it('asks visitors to come back when the store can have taken the refused leads', () => {
    let time = 0;
    const limit = createConcurrencyLimit(() => time);
    const retryAfterOf = () => {
      const { error } = fill(limit);
      return error instanceof Error && 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined;
    };
    const { slots } = fill(limit);
    // Nothing is measured yet, so they come back soon.
    expect(retryAfterOf()).toBe(1);
    time = 2000;
    for (const slot of slots) slot.release(2000);
    // The store takes 64 leads in two seconds, so a hundred refused ones after 64 waiting ones take about five.
    const retryAfters = Array.from({ length: 100 }, retryAfterOf);
    expect(retryAfters[0]).toBeLessThanOrEqual(3);
    expect(retryAfters.at(-1)).toBeGreaterThanOrEqual(5);
    expect(retryAfters.at(-1)).toBeLessThanOrEqual(7);
  });

  it('asks visitors to come back much later while the store hangs', () => {
    let time = 0;
    const limit = createConcurrencyLimit(() => time);
    // An idle hour says nothing about the store.
    time = 3_600_000;
    fill(limit);
    time += 20_000;
    const { error } = fill(limit);
    expect(error).toMatchObject({ code: 'store-unavailable', retryAfterSeconds: 21 });
  });

  it('refuses further leads at once, with a response that pages can read, and stores the others', async () => {
    const harness = await startHarness();
    const { accept } = harness.store;
    const isStoreFree = Promise.withResolvers<void>();
    harness.store.accept = async (lead) => {
      await isStoreFree.promise;
      return accept(lead);
    };
    const lead = { form: 'default', fields: { phone: '+14155552671' } };
    const requests = Array.from({ length: 400 }, () => ({ headers: leadHeaders() }));
    const responses = requests.map(({ headers }) => harness.post('/leads', lead, headers));
    const refused = await Promise.all(responses.slice(256));
    for (const response of refused) {
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    }
    isStoreFree.resolve();
    for (const response of await Promise.all(responses.slice(0, 256))) expect(response.status).toBe(202);
    const again = requests.slice(256, 300).map(({ headers }) => harness.post('/leads', lead, headers));
    for (const response of await Promise.all(again)) expect(response.status).toBe(202);
  });
});
