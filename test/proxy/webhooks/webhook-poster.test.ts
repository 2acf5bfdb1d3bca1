import { describe, expect, it } from 'vitest';
import { createWebhookPoster, type LookupAll } from '../../../src/proxy/server/webhook-poster.ts';
import { waitLimitMs } from '../../support/time-limits.ts';
import { startReceiver } from './receiver.ts';

/** Resolves every name to these addresses, one list after the other. */
function resolvingTo(...answers: string[][]): LookupAll {
  return (_host, _options, callback) => {
    const addresses = answers.length > 1 ? answers.shift() : answers[0];
    callback(
      null,
      (addresses ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

const request = { headers: { 'content-type': 'application/json' }, body: '{}' };
const signal = () => AbortSignal.timeout(waitLimitMs);

/** The receiver's URL with another host. */
const withHost = (url: string, host: string) => Object.assign(new URL(url), { hostname: host }).href;

describe('the poster of webhooks', () => {
  it('resolves with the status and the Retry-After of the response, and does not wait for its body', async () => {
    const receiver = await startReceiver();
    const post = createWebhookPoster({ allowPrivate: false });
    receiver.respond((response) => {
      response.writeHead(429, { 'retry-after': '7' }).write('a body that never ends');
    });
    expect(await post({ ...request, url: receiver.url }, signal())).toEqual({ status: 429, retryAfterMs: 7_000 });
    receiver.respond((response) => response.writeHead(200).end());
    expect(await post({ ...request, url: withHost(receiver.url, 'localhost') }, signal())).toEqual({ status: 200 });
  });

  // Node ends such a request without an error, so the attempt never ended, nor did later webhooks of its lead begin.
  it('rejects when the receiver switches to another protocol', async () => {
    const receiver = await startReceiver();
    receiver.respond((_, { socket }) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
    });
    const post = createWebhookPoster({ allowPrivate: true });
    await expect(post({ ...request, url: receiver.url }, signal())).rejects.toThrow('without a response');
  });

  it('follows no redirect', async () => {
    const [receiver, target] = [await startReceiver(), await startReceiver()];
    receiver.respond((response) => response.writeHead(307, { location: target.url }).end());
    const post = createWebhookPoster({ allowPrivate: true });
    expect(await post({ ...request, url: receiver.url }, signal())).toEqual({ status: 307 });
    expect(target.requestCount()).toBe(0);
  });

  it.each([
    ['a private address', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['the metadata service of a cloud', ['169.254.169.254']],
    ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
    ['a private address in IPv6', ['::ffff:127.0.0.1']],
  ])('connects to no name that resolves to %s', async (_, addresses) => {
    const receiver = await startReceiver();
    const post = createWebhookPoster({ allowPrivate: false, lookup: resolvingTo(addresses) });
    const url = withHost(receiver.url, 'receiver.example.com');
    await expect(post({ ...request, url }, signal())).rejects.toMatchObject({ code: 'private-address' });
    expect(receiver.requestCount()).toBe(0);
  });

  it('connects to a private address when the configuration allows it', async () => {
    const receiver = await startReceiver();
    receiver.respond((response) => response.writeHead(200).end());
    const post = createWebhookPoster({ allowPrivate: true, lookup: resolvingTo(['127.0.0.1']) });
    const url = withHost(receiver.url, 'receiver.example.com');
    expect(await post({ ...request, url }, signal())).toEqual({ status: 200 });
  });

  // DNS rebinding: a name resolves to a public address when it is checked, and to a private one when it is connected.
  it('checks the address that it connects to, each time', async () => {
    const receiver = await startReceiver();
    const url = withHost(receiver.url, 'receiver.example.com');
    const connecting = new AbortController();
    // Documentation range 2001:db8::/32 is refused too, so the public address is one that nothing listens on.
    const lookup = resolvingTo(['1.0.0.0'], ['127.0.0.1']);
    const post = createWebhookPoster({
      allowPrivate: false,
      lookup(...query) {
        lookup(...query);
        // After a refusal would have been reported, and before the address could respond.
        setImmediate(() => connecting.abort());
      },
    });
    await expect(post({ ...request, url }, connecting.signal)).rejects.not.toMatchObject({ code: 'private-address' });
    await expect(post({ ...request, url }, signal())).rejects.toMatchObject({ code: 'private-address' });
    expect(receiver.requestCount()).toBe(0);
  });

  it('connects to no private address in a URL either', async () => {
    const post = createWebhookPoster({ allowPrivate: false });
    for (const url of ['https://10.0.0.1/', 'https://[fd00::1]/']) {
      await expect(post({ ...request, url }, signal())).rejects.toMatchObject({ code: 'private-address' });
    }
  });

  it('rejects with a code when nothing listens, and when the signal aborts', async () => {
    const receiver = await startReceiver();
    const waiting = new AbortController();
    receiver.respond(() => waiting.abort());
    const post = createWebhookPoster({ allowPrivate: false });
    await expect(post({ ...request, url: 'http://127.0.0.1:1/' }, signal())).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    await expect(post({ ...request, url: receiver.url }, waiting.signal)).rejects.toThrow();
  });
});
