import { describe, expect, it } from 'vitest';
import { accepted, failed, unreachable } from './fake-proxy.ts';
import { createBrowser, submitAway } from './lead-browser.ts';

/** A browser in which two leads wait, `key-1` and `key-2`. The proxy does not respond yet. */
async function twoLeads() {
  const browser = createBrowser();
  const { proxy, clock, openPage } = browser;
  const first = openPage();
  await submitAway(first.gateway, proxy);
  await submitAway(first.gateway, proxy);
  first.gateway.destroy();
  proxy.requests.length = 0;
  proxy.respond = () => undefined;
  const sentKeys = () => proxy.requests.map((request) => request.key);
  return { ...browser, clock, sentKeys };
}

describe('several leads on their way to the proxy', () => {
  // Cause: the page went on with the list that it had read before its first attempt.
  it('are each sent once, although another tab sends some of them meanwhile', async () => {
    const { proxy, clock, openPage, sentKeys } = await twoLeads();
    const response = Promise.withResolvers<Response>();
    const [first, second] = [openPage(), openPage()];
    proxy.respond = () => response.promise;
    first.gateway.flush();
    await clock.advance(0);
    proxy.respond = accepted;
    second.gateway.flush();
    await clock.advance(0);
    response.resolve(accepted());
    await clock.advance(0);
    expect(sentKeys()).toEqual(['key-1', 'key-2']);
    expect([first.settled, second.settled].map(({ length }) => length)).toEqual([1, 1]);
    for (const { gateway } of [first, second]) gateway.destroy();
  });

  // Cause: the first lead that failed ended each round, so the others waited for it, for up to 72 hours.
  it('are sent although the proxy fails at one of them, which is tried again', async () => {
    const { proxy, clock, openPage, sentKeys } = await twoLeads();
    const { gateway, settled } = openPage();
    proxy.respond = () => (sentKeys().at(-1) === 'key-1' ? failed(500, 'internal') : accepted());
    gateway.flush();
    await clock.advance(0);
    expect(sentKeys()).toEqual(['key-1', 'key-2']);
    expect(settled).toMatchObject([{ status: 'accepted' }]);
    await clock.advance(3_600_000);
    // Each lead is tried ten times on one page.
    expect(sentKeys().filter((sent) => sent === 'key-1')).toHaveLength(10);
    expect(gateway.hasQueued()).toBe(true);
    gateway.destroy();
  });

  it.each([
    ['cannot be reached', unreachable],
    ['asks to wait', () => failed(503, 'store-unavailable', {}, { 'retry-after': '5' })],
  ])('wait together while the proxy %s', async (_, respond) => {
    const { proxy, clock, openPage, sentKeys } = await twoLeads();
    const { gateway, settled } = openPage();
    proxy.respond = respond;
    gateway.flush();
    await clock.advance(0);
    expect(sentKeys()).toEqual(['key-1']);
    proxy.respond = accepted;
    await clock.advance(5_000);
    expect(settled).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
    gateway.destroy();
  });
});
