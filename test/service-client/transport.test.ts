import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceClient, type ServiceClient } from '../../src/service-client/index.ts';
import { freePort } from '../support/free-port.ts';
import { importsOf, sourceFiles } from '../support/imports.ts';
import { failureOf } from './failure-of.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';

const leadId = '11111111-1111-4111-8111-111111111111';
const success = { status: 'success', lead_id: leadId, tag: 'a' };

let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

function clientAt(url: string, more: Partial<Parameters<typeof createServiceClient>[0]> = {}): ServiceClient {
  return createServiceClient({ baseUrl: url, hooksUrl: url, apiKey: 'secret', ...more });
}

const addTag = (client: ServiceClient, signal?: AbortSignal) =>
  client.addTag({ lead_id: leadId, tag: 'a' }, signal === undefined ? {} : { signal });

describe('proof that nothing was sent', () => {
  it('is a refused connection', async () => {
    const error = await failureOf(addTag(clientAt(`http://127.0.0.1:${await freePort()}`)));
    expect(error).toMatchObject({ code: 'not-sent', sent: 'no' });
    expect(error.status).toBeUndefined();
  });

  it('is a host of two addresses that both refuse', async () => {
    expect(await failureOf(addTag(clientAt(`http://localhost:${await freePort()}`)))).toMatchObject({ sent: 'no' });
  });

  it('is a host that does not exist', async () => {
    expect(await failureOf(addTag(clientAt('http://leadchat.invalid')))).toMatchObject({
      code: 'not-sent',
      sent: 'no',
    });
  });

  it('is a TLS handshake that fails', async () => {
    const error = await failureOf(addTag(clientAt(server.url.replace('http:', 'https:'))));
    expect(error).toMatchObject({ code: 'not-sent', sent: 'no' });
  });

  it('is a signal that was already aborted', async () => {
    const before = server.requests.length;
    const error = await failureOf(addTag(clientAt(server.url), AbortSignal.abort()));
    expect(error).toMatchObject({ code: 'aborted', sent: 'no' });
    expect(server.requests).toHaveLength(before);
  });
});

describe('doubt whether it was sent', () => {
  it('remains when the connection is reset before a response', async () => {
    server.respondWith((_, response) => response.socket?.resetAndDestroy());
    expect(await failureOf(addTag(clientAt(server.url)))).toMatchObject({ code: 'interrupted', sent: 'maybe' });
  });

  it('remains when the connection is closed before a response', async () => {
    server.respondWith((_, response) => response.socket?.end());
    expect(await failureOf(addTag(clientAt(server.url)))).toMatchObject({ code: 'interrupted', sent: 'maybe' });
  });

  it('remains when no response comes in time', async () => {
    server.respondWith(() => {});
    const error = await failureOf(addTag(clientAt(server.url, { timeoutMs: 100 })));
    expect(error).toMatchObject({ code: 'timeout', sent: 'maybe' });
  });

  it('remains when the caller gives up on a request that is under way', async () => {
    const controller = new AbortController();
    server.respondWith(() => controller.abort());
    const error = await failureOf(addTag(clientAt(server.url), controller.signal));
    expect(error).toMatchObject({ code: 'aborted', sent: 'maybe' });
  });

  it('applies to a custom fetch that fails differently, and to one that ignores the signal', async () => {
    const broken = clientAt(server.url, { fetch: () => Promise.reject(new TypeError('Network request failed')) });
    expect(await failureOf(addTag(broken))).toMatchObject({ code: 'interrupted', sent: 'maybe' });
    const deaf = clientAt(server.url, { fetch: () => new Promise(() => {}), timeoutMs: 50 });
    expect(await failureOf(addTag(deaf))).toMatchObject({ code: 'timeout', sent: 'maybe' });
  });
});

describe('the error of a fetch', () => {
  const because = (facts: object) => new TypeError('fetch failed', { cause: Object.assign(new Error('x'), facts) });
  const connects = Object.assign(new Error('x'), { syscall: 'connect', code: 'ETIMEDOUT' });
  const resets = Object.assign(new Error('x'), { syscall: 'read', code: 'ECONNRESET' });
  const severally = (...errors: Error[]) => new TypeError('fetch failed', { cause: new AggregateError(errors) });

  it.each([
    ['no', 'EAI_AGAIN', because({ code: 'EAI_AGAIN' })],
    ['no', 'UND_ERR_CONNECT_TIMEOUT', because({ code: 'UND_ERR_CONNECT_TIMEOUT' })],
    ['no', 'an unreachable network', because({ code: 'ENETUNREACH', syscall: 'connect' })],
    ['no', 'an expired certificate', because({ code: 'CERT_HAS_EXPIRED' })],
    ['no', 'a certificate for another host', because({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })],
    ['no', 'several addresses, none of which responded', severally(connects, connects)],
    ['maybe', 'several addresses, of which one broke off later', severally(connects, resets)],
    ['maybe', 'several addresses without a reason', severally()],
    ['maybe', 'ECONNRESET', because({ code: 'ECONNRESET', syscall: 'read' })],
    ['maybe', 'EPIPE', because({ code: 'EPIPE', syscall: 'write' })],
    ['maybe', 'UND_ERR_SOCKET', because({ code: 'UND_ERR_SOCKET' })],
    ['maybe', 'UND_ERR_HEADERS_TIMEOUT', because({ code: 'UND_ERR_HEADERS_TIMEOUT' })],
    ['maybe', 'TLS data that is damaged on its way', because({ code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' })],
    ['maybe', 'something that is no error', 'gone'],
  ])('proves: sent %s, for %s', async (sent, _, reason) => {
    const error = await failureOf(addTag(clientAt(server.url, { fetch: () => Promise.reject(reason) })));
    expect(error).toMatchObject({ sent, code: sent === 'no' ? 'not-sent' : 'interrupted' });
  });
});

describe('a response whose body does not arrive', () => {
  it('is a success when it is cut off after the headers of a success', async () => {
    server.respondWith((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"status":', () => response.socket?.destroy());
    });
    const error = await failureOf(addTag(clientAt(server.url)));
    expect(error).toMatchObject({ code: 'bad-response', status: 200, sent: 'yes' });
  });

  it('keeps the code of its status when it is cut off after the headers of a failure', async () => {
    server.respondWith((_, response) => {
      response.writeHead(429, { 'content-length': '100', 'retry-after': '7' });
      response.write('{"status":', () => response.socket?.destroy());
    });
    expect(await failureOf(addTag(clientAt(server.url)))).toMatchObject({ code: 'rate-limited', retryAfterMs: 7000 });
  });

  it('ends at the same time limit when it arrives slowly', async () => {
    server.respondWith((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
    });
    const error = await failureOf(addTag(clientAt(server.url, { timeoutMs: 2_000 })));
    expect(error).toMatchObject({ code: 'bad-response', status: 200, sent: 'yes' });
  });

  it('is aborted by the caller', async () => {
    const controller = new AbortController();
    const fetch = async (url: string, init: RequestInit) => {
      const response = await globalThis.fetch(url, init);
      queueMicrotask(() => controller.abort());
      return response;
    };
    server.respondWith((_, response) => response.writeHead(200).write(' '));
    const error = await failureOf(addTag(clientAt(server.url, { fetch }), controller.signal));
    expect(error).toMatchObject({ code: 'aborted', sent: 'yes' });
  });

  it('is not read beyond 1 MB, plain or compressed', async () => {
    const large = Buffer.alloc(10_000_000, 0x20);
    server.respondWith((_, response) => response.writeHead(200).end(large));
    expect(await failureOf(addTag(clientAt(server.url)))).toMatchObject({ code: 'bad-response', sent: 'yes' });
    server.respondWith((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large)));
    expect(await failureOf(addTag(clientAt(server.url)))).toMatchObject({ code: 'bad-response', sent: 'yes' });
  });
});

describe('the client', () => {
  it('runs wherever there is fetch: it imports nothing of Node', () => {
    const imports = sourceFiles('src/service-client').flatMap(importsOf);
    const outside = imports.filter((found) => found.to === undefined).map((found) => found.specifier);
    expect([...new Set(outside)]).toEqual(['zod/mini']);
  });
});

describe('one call of the client', () => {
  it('sends one request, whatever its outcome', async () => {
    for (const status of [429, 500, 503]) {
      const before = server.requests.length;
      server.json(status, { status: 'failed', message: 'Try again.' }, { 'retry-after': '0' });
      await failureOf(addTag(clientAt(server.url)));
      expect(server.requests).toHaveLength(before + 1);
    }
  });

  it.each([301, 302, 303, 307, 308])('never follows a redirect: %i', async (status) => {
    const target = await startScriptedServer();
    server.respondWith((_, response) => response.writeHead(status, { location: target.url }).end());
    expect(await failureOf(addTag(clientAt(server.url)))).toMatchObject({ code: 'redirected', status, sent: 'yes' });
    expect(target.requests).toEqual([]);
    await target.stop();
  });

  it('recognizes the opaque redirect of other runtimes', async () => {
    const opaque = Response.error(); // status 0, no body: the same shape
    const client = clientAt(server.url, { fetch: () => Promise.resolve(opaque) });
    expect(await failureOf(addTag(client))).toMatchObject({ code: 'redirected', status: 0 });
  });

  // A dead keep-alive connection looks the same as a request that was processed.
  it('uses a separate connection', async () => {
    server.json(200, success);
    const client = clientAt(server.url);
    const before = server.connections();
    for (let count = 0; count < 3; count += 1) await addTag(client);
    expect(server.connections()).toBe(before + 3);
  });

  it('leaves no listener on the signal of a caller who keeps it', async () => {
    server.json(200, success);
    const controller = new AbortController();
    const listeners: string[] = [];
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    Object.defineProperty(signal, 'addEventListener', {
      value: (...listener: Parameters<typeof add>) => {
        listeners.push('added');
        add(...listener);
      },
    });
    Object.defineProperty(signal, 'removeEventListener', {
      value: (...listener: Parameters<typeof remove>) => {
        listeners.push('removed');
        remove(...listener);
      },
    });
    await addTag(clientAt(server.url), signal);
    expect(listeners).toEqual(['added', 'removed']);
  });
});
