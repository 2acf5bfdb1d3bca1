import { describe, expect, it } from 'vitest';
import type { LeadRequest } from '../../../src/protocol/proxy/requests.ts';
import { type Harness, leadHeaders, origin, startHarness } from '../../proxy/support/harness.ts';
import { accepted, failed } from './fake-proxy.ts';
import { createBrowser, key, request as plain, readStored } from './lead-browser.ts';

const request: LeadRequest = { ...plain, chat: false, attributes: { plan: 'pro', seats: 3 } };
const issues = [{ path: 'attributes.plan', message: 'is not an attribute of this form' }];

/** A page in front of a real proxy. `loses` says whether the response to a request, by its number, is lost. */
function openPage({ post }: Harness, loses: (count: number) => boolean) {
  const browser = createBrowser();
  let count = 0;
  const { proxy } = browser;
  proxy.fetch = async (address, init) => {
    const headers = leadHeaders(String(new Headers(init?.headers).get('idempotency-key')));
    const response = await post(new URL(String(address)).pathname, init?.body, { ...headers, origin });
    if (loses(++count)) throw new TypeError('Failed to fetch');
    return response;
  };
  return { ...browser, ...browser.openPage({ createId: () => crypto.randomUUID() }), count: () => count };
}

describe('a lead with an attribute that its form no longer lists', () => {
  it('is sent without it, under the same key, and the page is told', async () => {
    const { proxy, storage, openPage: open } = createBrowser();
    const stored: unknown[] = [];
    proxy.respond = (_, body) => {
      stored.push(...readStored(storage).map((lead) => Object(lead).request));
      return 'plan' in Object(body).attributes ? failed(400, 'bad-request', { issues }) : accepted();
    };
    const outcome = await open().gateway.submit(request);
    expect(outcome).toMatchObject({ status: 'accepted', issues });
    const reduced = { ...request, attributes: { seats: 3 } };
    expect(proxy.requests.map((sent) => [sent.key, sent.body])).toEqual([
      ['key-1', request],
      ['key-1', reduced],
    ]);
    // It is saved as it is sent, or the next page would send another body under this key.
    expect(stored).toEqual([request, reduced]);
    expect(storage.getItem(key)).toBeNull();
  });

  it('waits as it is while the storage is full', async () => {
    const { proxy, storage, clock, openPage: open } = createBrowser();
    const { gateway, settled } = open();
    proxy.respond = () => {
      storage.capacity = 0;
      return failed(400, 'bad-request', { issues });
    };
    expect(await gateway.submit(request)).toEqual({ status: 'queued', kept: 'storage' });
    expect(proxy.requests).toHaveLength(1);
    storage.capacity = Number.POSITIVE_INFINITY;
    proxy.respond = (_, body) =>
      'plan' in Object(body).attributes ? failed(400, 'bad-request', { issues }) : accepted();
    await clock.advance(15_000);
    expect(settled).toMatchObject([{ status: 'accepted' }]);
    expect(new Set(proxy.requests.map((sent) => sent.key))).toEqual(new Set(['key-1']));
    gateway.destroy();
  });

  // Cause: the lead was stored without the attribute, but waited with it. The proxy refused it for its reused key.
  it('is accepted once, although the response to it is lost', async () => {
    const harness = await startHarness({ forms: { default: { attributes: ['seats'] } } });
    const { gateway, settled, storage, clock, count } = openPage(harness, (number) => number === 2);
    expect(await gateway.submit(request)).toEqual({ status: 'queued', kept: 'storage' });
    await clock.advance(5_000);
    await expect.poll(() => settled).toMatchObject([{ status: 'accepted' }]);
    expect(count()).toBe(3);
    expect(await harness.store.counts()).toMatchObject({ pending: 1, dead: 0 });
    expect(storage.getItem(key)).toBeNull();
    gateway.destroy();
  });

  // Cause: only a refusal of attributes alone, or of the consent alone, was not taken as final.
  it('asks for the consent whose text has changed too, instead of losing the lead', async () => {
    const consent = { text: 'May we call you?', version: 'v2', required: true };
    const harness = await startHarness({ forms: { default: { attributes: ['seats'], consent } } });
    const { gateway, settled, storage, clock } = openPage(harness, (number) => number === 1);
    await gateway.submit({ ...request, consent: { granted: true, version: 'v1' } });
    await clock.advance(5_000);
    await expect.poll(() => settled).toMatchObject([{ status: 'consent-changed', form: 'default' }]);
    const [waiting] = readStored(storage);
    gateway.resend(Object(waiting).key, { granted: true, version: 'v2' });
    await expect.poll(() => settled).toMatchObject([{}, { status: 'accepted' }]);
    expect(storage.getItem(key)).toBeNull();
    gateway.destroy();
  });
});
