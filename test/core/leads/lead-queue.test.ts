import { describe, expect, it } from 'vitest';
import type { ManualClock } from '../../support/manual-clock.ts';
import { memoryStorage } from '../conversation/memory-storage.ts';
import { accepted, type FakeProxy, failed, leadId, session, unreachable } from './fake-proxy.ts';
import { createBrowser, key, readStored, request, submitAway } from './lead-browser.ts';

/** A queued lead whose next attempt is under way. `respond`: the proxy accepts it. */
async function startAttempt() {
  const { proxy, clock, openPage } = createBrowser();
  const page = openPage();
  await submitAway(page.gateway, proxy);
  const response = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  proxy.respond = async () => {
    sent.resolve();
    await response.promise;
    return accepted();
  };
  page.gateway.flush();
  await sent.promise;
  return { ...page, proxy, clock, respond: response.resolve };
}

/** The clock ends a request without a response, so it must not run before the request is sent. */
async function giveUp(clock: ManualClock): Promise<void> {
  await clock.advance(10_000);
}

describe('a lead on its way to the proxy', () => {
  it('is stored before it is sent, and removed once it is accepted', async () => {
    const { proxy, storage, openPage } = createBrowser();
    let keptAtSend: unknown[] = [];
    proxy.respond = () => {
      keptAtSend = readStored(storage);
      return accepted();
    };
    const outcome = await openPage().gateway.submit(request);
    expect(outcome).toEqual({
      status: 'accepted',
      lead: { id: leadId, token: 'secret' },
      session: { id: session, target: { flowId: 'f' } },
    });
    expect(keptAtSend).toMatchObject([{ key: 'key-1', request }]);
    expect(readStored(storage)).toEqual([]);
    expect(proxy.requests).toEqual([{ address: 'https://proxy.example/leads', key: 'key-1', body: request }]);
  });

  it.each<[string, FakeProxy['respond']]>([
    ['the network fails', unreachable],
    ['the proxy is overloaded', () => failed(503, 'store-unavailable')],
    ['the proxy breaks', () => new Response('oops', { status: 500 })],
    ['something else responds in its place', () => new Response('<html>', { status: 200 })],
    ['a page of an unfinished deployment responds', () => new Response('not found', { status: 404 })],
    ['the limit is reached', () => failed(429, 'rate-limited')],
    // Cause: these statuses ended the lead, whoever responded.
    ['a firewall responds with 400', () => new Response('<html>', { status: 400 })],
    ['a firewall responds with 413', () => new Response('<html>', { status: 413 })],
    ['a firewall responds with 415', () => new Response('<html>', { status: 415 })],
    ['a firewall responds with 422', () => new Response('<html>', { status: 422 })],
    ['what is not the proxy refuses it in JSON', () => Response.json({ status: 'failed' }, { status: 400 })],
  ])('waits in the browser when %s, and is sent later with the same key', async (_, respond) => {
    const { proxy, storage, clock, openPage } = createBrowser();
    const { gateway, settled } = openPage();
    proxy.respond = respond;
    expect(await gateway.submit(request)).toEqual({ status: 'queued', kept: 'storage' });
    expect(gateway.hasQueued()).toBe(true);
    proxy.respond = accepted;
    await clock.advance(12_000);
    expect(settled).toEqual([
      { status: 'accepted', lead: { id: leadId, token: 'secret' }, session: { id: session, target: { flowId: 'f' } } },
    ]);
    expect(new Set(proxy.requests.map((sent) => sent.key))).toEqual(new Set(['key-1']));
    expect(readStored(storage)).toEqual([]);
    expect(gateway.hasQueued()).toBe(false);
  });

  it('is tried again when no response comes within 10 s', async () => {
    const { proxy, clock, openPage } = createBrowser();
    const { gateway } = openPage();
    proxy.respond = () => undefined;
    const outcome = gateway.submit(request);
    await giveUp(clock);
    expect(await outcome).toEqual({ status: 'queued', kept: 'storage' });
  });

  it('is sent by a later page under the same key and with the same body', async () => {
    const { proxy, clock, openPage } = createBrowser();
    const first = openPage();
    await submitAway(first.gateway, proxy);
    first.gateway.destroy();
    await clock.advance(60_000);
    const before = proxy.requests.length;
    proxy.respond = accepted;
    const later = openPage();
    later.gateway.flush();
    await clock.advance(0);
    expect(later.settled).toHaveLength(1);
    expect(proxy.requests.slice(before)).toEqual([
      { address: 'https://proxy.example/leads', key: 'key-1', body: request },
    ]);
  });

  it('is sent by one tab at a time', async () => {
    const { proxy, clock, openPage } = createBrowser();
    const first = openPage();
    await submitAway(first.gateway, proxy);
    first.gateway.destroy();
    await clock.advance(60_000);
    const before = proxy.requests.length;
    proxy.respond = () => undefined;
    const tabs = [openPage(), openPage()];
    for (const { gateway } of tabs) gateway.flush();
    await clock.advance(0);
    expect(proxy.requests.length - before).toBe(1);
  });

  it('is sent as soon as the browser is online or the page is visible again', async () => {
    const { proxy, clock, openPage } = createBrowser();
    const { gateway, settled, wake } = openPage();
    await submitAway(gateway, proxy);
    proxy.respond = accepted;
    wake();
    await clock.advance(0);
    expect(settled).toHaveLength(1);
  });

  // Browsers that an outage has stopped together would come back together.
  it('is tried again at a random moment of its delay', async () => {
    const { proxy, clock, openPage } = createBrowser();
    const { gateway, settled } = openPage({ random: () => 0.25 });
    await submitAway(gateway, proxy);
    proxy.respond = accepted;
    await clock.advance(499);
    expect(settled).toEqual([]);
    await clock.advance(1);
    expect(settled).toHaveLength(1);
  });

  it('waits for the time in Retry-After', async () => {
    const { proxy, clock, openPage } = createBrowser();
    const { gateway, settled } = openPage();
    proxy.respond = () => failed(429, 'rate-limited', {}, { 'retry-after': '120' });
    await gateway.submit(request);
    proxy.respond = accepted;
    await clock.advance(119_000);
    expect(settled).toEqual([]);
    await clock.advance(2_000);
    expect(settled).toHaveLength(1);
  });

  it('is removed when the proxy refuses it permanently, and its issues are reported', async () => {
    const { proxy, storage, openPage } = createBrowser();
    const issues = [{ path: 'fields.phone', message: 'is no phone number' }];
    proxy.respond = () => failed(400, 'bad-request', { issues });
    const outcome = await openPage().gateway.submit(request);
    expect(outcome).toEqual({ status: 'refused', code: 'bad-request', message: 'failed with bad-request', issues });
    expect(readStored(storage)).toEqual([]);
  });

  it('is tried ten times on one page, with growing delays', async () => {
    const { proxy, clock, openPage } = createBrowser();
    const { gateway } = openPage();
    await submitAway(gateway, proxy);
    await clock.advance(3_600_000);
    expect(proxy.requests).toHaveLength(10);
    expect(gateway.hasQueued()).toBe(true);
  });

  it('is removed from the browser after 72 hours', async () => {
    const { proxy, storage, clock, openPage } = createBrowser();
    const first = openPage();
    await submitAway(first.gateway, proxy);
    first.gateway.destroy();
    await clock.advance(72 * 3_600_000);
    expect(openPage().gateway.hasQueued()).toBe(false);
    // As long as the key is stored, every page loads the panel.
    expect([...storage.entries.keys()]).toEqual([]);
  });

  it.each(['blocked', 'full'])('waits in memory when storage is %s, and reports it', async (fault) => {
    const { proxy, clock, openPage } = createBrowser();
    const storage = memoryStorage();
    storage.blocked = fault === 'blocked';
    storage.capacity = fault === 'full' ? 0 : storage.capacity;
    const { gateway, settled } = openPage({ storage });
    expect(await submitAway(gateway, proxy)).toEqual({ status: 'queued', kept: 'memory' });
    proxy.respond = accepted;
    await clock.advance(10_000);
    expect(settled).toHaveLength(1);
  });

  // Cause: the browser counted the letters of what it stores, and a letter has up to three bytes.
  it.each([
    ['is stored with all that a form of several long answers takes', 'あ'.repeat(30_000), 'storage'],
    ['waits in memory beyond it', 'あ'.repeat(40_000), 'memory'],
  ] as const)('%s', async (_, text, kept) => {
    const { proxy, openPage } = createBrowser();
    const { gateway } = openPage();
    proxy.respond = unreachable;
    const long = { ...request, fields: { ...request.fields, text } };
    expect(await gateway.submit(long)).toEqual({ status: 'queued', kept });
    gateway.destroy();
  });

  // Nobody sees the form any more, so the number counts as right: without it, the lead would be lost.
  it('is sent as confirmed if the proxy does not know its phone, and stays refused for anything else', async () => {
    const refuse = (...issues: object[]) =>
      Response.json({ status: 'failed', code: 'bad-request', message: 'x', issues }, { status: 400 });
    const unknownPhone = { path: 'fields.phone', message: 'x', code: 'not-in-use' };
    for (const [issues, status, count] of [
      [[unknownPhone], 'accepted', 2],
      [[unknownPhone, { path: 'fields.email', message: 'x', code: 'email' }], 'refused', 1],
    ] as const) {
      const { proxy, clock, openPage } = createBrowser();
      const { gateway, settled } = openPage();
      await submitAway(gateway, proxy);
      const earlier = proxy.requests.length;
      proxy.respond = () =>
        Object(proxy.requests.at(-1)?.body).phoneConfirmed === true ? accepted() : refuse(...issues);
      await clock.advance(12_000);
      expect(settled).toMatchObject([{ status }]);
      const bodies = proxy.requests.slice(earlier).map(({ body }) => body);
      expect(bodies).toEqual([request, { ...request, phoneConfirmed: true }].slice(0, count));
      expect(new Set(proxy.requests.map((sent) => sent.key)).size).toBe(1);
      expect(gateway.hasQueued()).toBe(false);
    }
  });

  it('survives corrupt storage', async () => {
    for (const nonsense of ['{', 'null', '[1]', '{"leads":[1,{"key":"x"}]}', '"text"']) {
      const { storage, openPage } = createBrowser();
      storage.setItem(key, nonsense);
      const { gateway } = openPage();
      expect(gateway.hasQueued()).toBe(false);
      expect(await gateway.submit(request)).toMatchObject({ status: 'accepted' });
    }
  });

  it('is stored only while the visitor allows storing', async () => {
    const { proxy, storage, openPage } = createBrowser();
    const { gateway, answer } = openPage({ storageConsent: 'required' });
    expect(await submitAway(gateway, proxy)).toEqual({ status: 'queued', kept: 'memory' });
    expect(storage.entries.size).toBe(0);
    answer('granted');
    expect(readStored(storage)).toHaveLength(1);
    answer('denied');
    expect(readStored(storage)).toEqual([]);
    expect(gateway.hasQueued()).toBe(true);
  });

  it('is not sent to another proxy', async () => {
    const { storage, clock, proxy, openPage } = createBrowser();
    const other = { key: 'other', to: 'https://other.example', at: clock.now(), claimedUntil: 0, request };
    storage.setItem(key, JSON.stringify({ version: 1, leads: [other] }));
    const { gateway } = openPage();
    expect(gateway.hasQueued()).toBe(false);
    await gateway.submit(request);
    expect(readStored(storage)).toEqual([other]);
    expect(proxy.requests).toHaveLength(1);
  });

  it('leaves no timer behind', async () => {
    const { proxy, clock, openPage } = createBrowser();
    const { gateway } = openPage();
    await submitAway(gateway, proxy);
    gateway.destroy();
    expect(clock.pending).toBe(0);
  });

  it('is removed when the visitor wants to be forgotten', async () => {
    const { proxy, storage, clock, openPage } = createBrowser();
    const { gateway, settled, forget } = openPage();
    await submitAway(gateway, proxy);
    forget();
    expect(storage.getItem(key)).toBeNull();
    expect(gateway.hasQueued()).toBe(false);
    proxy.respond = accepted;
    const sent = proxy.requests.length;
    await clock.advance(120_000);
    expect([proxy.requests.length, settled]).toEqual([sent, []]);
    gateway.destroy();
  });

  // Cause: only the leads for this proxy were removed, and the others were stored again once that was allowed.
  // Cause: a tab that was frozen heard of it late, and took the lead that the next person had left meanwhile.
  it('stays when a tab hears late that the visitor before was forgotten, as far as it waits in storage', async () => {
    const { proxy, storage, clock, openPage } = createBrowser();
    const [page, next, withoutConsent] = [openPage(), openPage(), openPage({ storageConsent: 'required' })];
    await submitAway(page.gateway, proxy);
    const deletedAt = clock.now();
    next.gateway.forget();
    await clock.advance(1_000);
    await submitAway(next.gateway, proxy);
    await submitAway(withoutConsent.gateway, proxy);
    page.gateway.forget(deletedAt);
    withoutConsent.gateway.forget(deletedAt);
    expect(readStored(storage)).toMatchObject([{ key: 'key-2' }]);
    expect(withoutConsent.gateway.hasQueued()).toBe(false);
  });

  it('is removed for every proxy, also where it waits in memory', () => {
    const { storage, clock, openPage } = createBrowser();
    const other = { key: 'other', to: 'https://other.example', at: clock.now(), claimedUntil: 0, request };
    storage.setItem(key, JSON.stringify({ version: 1, leads: [other] }));
    const { gateway, answer, forget } = openPage();
    answer('denied');
    forget();
    answer('granted');
    expect(readStored(storage)).toEqual([]);
    gateway.destroy();
  });

  it('is sent from memory by a page that may not store it', async () => {
    const { proxy, clock, storage, openPage } = createBrowser();
    const before = openPage();
    await submitAway(before.gateway, proxy);
    before.gateway.destroy();
    const waiting = openPage({ storageConsent: 'required' });
    expect(readStored(storage)).toHaveLength(1);
    waiting.gateway.destroy();
    const { gateway } = openPage({ storageConsent: 'denied' });
    expect(readStored(storage)).toEqual([]);
    proxy.respond = accepted;
    gateway.flush();
    await clock.advance(0);
    expect(proxy.requests.map((sent) => sent.key)).toEqual(['key-1', 'key-1']);
    gateway.destroy();
  });

  // Cause: a lead in memory was sent although an attempt of the same page claimed it.
  it.each(['granted', 'required'] as const)(
    'is not sent twice when the page wakes during its first attempt (storage is %s)',
    async (storageConsent) => {
      const { proxy, clock, openPage } = createBrowser();
      const { gateway, settled, wake } = openPage({ storageConsent });
      await submitAway(gateway, proxy);
      gateway.drop('key-1');
      const response = Promise.withResolvers<void>();
      proxy.respond = async () => {
        await response.promise;
        return accepted();
      };
      const outcome = gateway.submit(request);
      await clock.advance(0);
      wake();
      await clock.advance(0);
      response.resolve();
      expect(await outcome).toMatchObject({ status: 'accepted' });
      await clock.advance(0);
      expect(proxy.requests.map((sent) => sent.key)).toEqual(['key-1', 'key-2']);
      expect(settled).toEqual([]);
      gateway.destroy();
    },
  );

  it('sends the lead of the next person, although an attempt was under way when the last one was forgotten', async () => {
    const { proxy, clock, gateway, settled, forget, respond } = await startAttempt();
    forget();
    expect(await submitAway(gateway, proxy)).toMatchObject({ status: 'queued' });
    // Its first retry comes while the attempt is still under way.
    await clock.advance(9_000);
    respond();
    proxy.respond = accepted;
    await clock.advance(60_000);
    expect(settled).toMatchObject([{ status: 'accepted' }]);
    gateway.destroy();
  });

  it('reports no outcome of an attempt that was under way when the visitor was forgotten', async () => {
    const { clock, gateway, settled, forget, respond } = await startAttempt();
    forget();
    respond();
    await clock.advance(0);
    expect(settled).toEqual([]);
    gateway.destroy();
  });
});
