import { describe, expect, it, vi } from 'vitest';
import { changeInTurn } from '../../../src/proxy/admin/bulk-changes.ts';
import { StoreError } from '../../../src/proxy/store/store-error.ts';
import { type Harness, leadHeaders, startHarness } from '../support/harness.ts';

const adminToken = 'canary-admin-token-0001';
const bearer = { authorization: `Bearer ${adminToken}`, origin: 'http://proxy' };
const down = () => new StoreError({ code: 'unavailable', message: '[store] the database does not respond.' });

async function bulk({ post }: Harness, body: object) {
  const response = await post('/admin/api/leads/bulk', body, bearer);
  return { status: response.status, body: await response.json() };
}

/** Held leads, newest first, as the list has them. */
async function withHeld(count: number) {
  const harness = await startHarness({ adminToken });
  const leads: string[] = [];
  for (let index = 0; index < count; index++) {
    const body = { form: 'default', fields: { phone: `+1415555267${index}` }, website: 'spam' };
    leads.unshift((await (await harness.post('/leads', body, leadHeaders())).json()).lead);
  }
  return { harness, leads };
}

describe('a bulk request', () => {
  // Both of two clients got 503, although 200 leads had changed.
  it('says what was done when the store fails in the middle, and where to continue', async () => {
    const { harness, leads } = await withHeld(4);
    const close = harness.store.closeLead;
    let failsAt = 3;
    harness.store.closeLead = async (...request) => {
      if (--failsAt === 0) throw down();
      return close(...request);
    };
    const broken = await bulk(harness, { action: 'close', filter: { state: 'held' } });
    expect(broken).toMatchObject({
      status: 503,
      body: { code: 'store-unavailable', changed: 2, unchanged: 0, next: leads[1] },
    });
    expect(broken.body.message).toContain('after 2 leads were changed');
    expect(harness.log.lines.find(({ event }) => event === 'leads-changed')).toMatchObject({ facts: { changed: 2 } });
    const rest = await bulk(harness, { action: 'close', filter: { state: 'held' }, before: broken.body.next });
    expect(rest.body).toEqual({ status: 'success', changed: 2 });
    expect(await harness.store.counts()).toMatchObject({ held: 0, closed: 4 });
  });

  it('fails as any request when nothing was done before', async () => {
    const { harness } = await withHeld(2);
    harness.store.closeLead = () => Promise.reject(down());
    const { status, body } = await bulk(harness, { action: 'close', filter: { state: 'held' } });
    expect([status, body.changed]).toEqual([503, undefined]);
  });

  // Requests end after 20 seconds with a 503 that says nothing of what was done.
  it('ends long before its request does, and says where to continue', async () => {
    const { harness, leads } = await withHeld(4);
    let passedMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => passedMs);
    const close = harness.store.closeLead;
    harness.store.closeLead = async (...request) => {
      passedMs += 6_000;
      return close(...request);
    };
    const first = await bulk(harness, { action: 'close', filter: { state: 'held' } });
    expect(first).toMatchObject({ status: 200, body: { changed: 2, next: leads[1] } });
    const second = await bulk(harness, { action: 'close', filter: { state: 'held' }, before: first.body.next });
    expect(second.body).toMatchObject({ changed: 2 });
    clock.mockRestore();
    expect(await harness.store.counts()).toMatchObject({ held: 0, closed: 4 });
  });

  // A list shows 50, and "Select all that are listed" takes them all.
  it('names up to 200 leads', async () => {
    const { harness, leads } = await withHeld(1);
    const others = Array.from({ length: 199 }, () => crypto.randomUUID());
    const { body } = await bulk(harness, { action: 'erase', filter: { leads: [...leads, ...others] } });
    expect(body).toEqual({ status: 'success', changed: 1 });
  });

  it('that can change none of the leads it finds is refused, and says why and where others may follow', async () => {
    const { harness, leads } = await withHeld(3);
    const { status, body } = await bulk(harness, { action: 'replay', filter: { leads } });
    expect([status, body]).toEqual([
      409,
      {
        ...{ status: 'failed', code: 'wrong-state', changed: 0, unchanged: 3 },
        message: 'No lead was changed: there is nothing to replay (state: held).',
      },
    ]);
    const some = await bulk(harness, { action: 'close', filter: { leads } });
    expect(some.body).toEqual({ status: 'success', changed: 3 });
    for (const action of ['close', 'release', 'resolve-done', 'resolve-skipped']) {
      expect(await bulk(harness, { action, filter: { leads } })).toMatchObject({
        status: 409,
        body: { unchanged: 3, message: expect.stringContaining(`nothing to ${action.split('-')[0]} (state: closed)`) },
      });
    }
  });
});

describe('changing items in turn', () => {
  it('counts an item whose commit succeeded, even if reporting it fails', async () => {
    const done = await changeInTurn([1, 2], {
      change: async () => true,
      report: () => Promise.reject(down()),
      elapsedMs: () => 0,
    });
    expect(done).toMatchObject({ changed: [1], failure: { code: 'unavailable' } });
  });

  it('rejects with errors that are not of the store', async () => {
    const change = async (item: number) => {
      if (item === 2) throw new Error('a fault of the proxy');
      return true;
    };
    const changing = changeInTurn([1, 2], { change, report: async () => undefined, elapsedMs: () => 0 });
    await expect(changing).rejects.toThrow('a fault of the proxy');
  });
});
