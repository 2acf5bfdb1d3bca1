import { describe, expect, it } from 'vitest';
import { accepted } from './fake-proxy.ts';
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
});
