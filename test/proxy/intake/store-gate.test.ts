import { describe, expect, it } from 'vitest';
import { ProxyError } from '../../../src/proxy/http/proxy-error.ts';
import { createStoreGate } from '../../../src/proxy/intake/store-gate.ts';
import { leadHeaders, origin, startHarness } from '../support/harness.ts';

/** Adds leads until one is refused. */
function fill(queue: ReturnType<typeof createStoreGate>) {
  const leaves: ReturnType<typeof queue.enter>[] = [];
  try {
    for (;;) leaves.push(queue.enter());
  } catch (error) {
    return { leaves, error };
  }
}

describe('the leads that wait for the store', () => {
  it('are at most 256, and no more than it stores within 0.3 seconds', () => {
    let time = 0;
    const queue = createStoreGate(() => time);
    const { leaves } = fill(queue);
    expect(leaves).toHaveLength(256);
    // One every three milliseconds.
    for (const leave of leaves) {
      time += 3;
      leave(true);
    }
    expect(fill(queue).leaves).toHaveLength(101);
  });

  it('are at least 64, because a store may commit leads together', () => {
    let time = 0;
    const queue = createStoreGate(() => time);
    const { leaves } = fill(queue);
    time = 60_000;
    for (const leave of leaves) leave(true);
    expect(fill(queue).leaves).toHaveLength(64);
  });

  // A burst after a quiet time was refused, because the first lead alone had waited for a commit.
  it('are no fewer after a single lead that was stored slowly', () => {
    let time = 0;
    const queue = createStoreGate(() => time);
    const leave = queue.enter();
    time = 2_000;
    leave(true);
    expect(fill(queue).leaves).toHaveLength(256);
  });

  it('leave room for the first one that comes after an overload, however long the overload was', () => {
    let time = 0;
    const queue = createStoreGate(() => time);
    const { leaves } = fill(queue);
    time = 60_000;
    for (const leave of leaves) leave(true);
    expect(() => queue.ensureRoom()).not.toThrow();
    expect(() => queue.enter()).not.toThrow();
  });

  it('leave room again when the store has failed', () => {
    const queue = createStoreGate(() => 0);
    const { leaves } = fill(queue);
    expect(() => queue.ensureRoom()).toThrow();
    leaves[0]?.(false);
    expect(fill(queue).leaves).toHaveLength(1);
  });

  it('let visitors come back when the store can have taken the refused leads', () => {
    let time = 0;
    const queue = createStoreGate(() => time);
    const retryAfterOf = () => {
      const { error } = fill(queue);
      return error instanceof ProxyError ? error.facts.retryAfterSeconds : undefined;
    };
    const { leaves } = fill(queue);
    // Nothing is measured yet, so they come back soon.
    expect(retryAfterOf()).toBe(1);
    // 25 leads a second.
    for (const leave of leaves) {
      time += 40;
      leave(true);
    }
    const retryAfters = Array.from({ length: 100 }, retryAfterOf);
    expect(retryAfters[0]).toBe(3);
    expect(retryAfters.at(-1)).toBeGreaterThanOrEqual(6);
    expect(retryAfters.at(-1)).toBeLessThanOrEqual(7);
  });

  it('let visitors come back much later while the store hangs', () => {
    let time = 0;
    const queue = createStoreGate(() => time);
    // An idle hour says nothing about the store.
    time = 3_600_000;
    fill(queue);
    time += 20_000;
    const { error } = fill(queue);
    expect(error).toMatchObject({ code: 'store-unavailable', facts: { retryAfterSeconds: 20 } });
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
    expect(harness.log.lines.filter(({ event }) => event === 'overloaded').map(({ facts }) => facts)).toEqual([
      { overloaded: 'store', reason: 'more leads arrive than the database can take', refused: 1 },
    ]);
    isStoreFree.resolve();
    for (const response of await Promise.all(responses.slice(0, 256))) expect(response.status).toBe(202);
    const again = requests.slice(256, 300).map(({ headers }) => harness.post('/leads', lead, headers));
    for (const response of await Promise.all(again)) expect(response.status).toBe(202);
  });
});
