import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeptFetch } from '../../../src/proxy/server/kept-fetch.ts';
import { createServiceClient, type FetchedResponse } from '../../../src/service-client/index.ts';
import { waitLimitMs } from '../../support/time-limits.ts';

const id = '11111111-1111-4111-8111-111111111111';
const success = { status: 'success', lead_id: id, tag: 'a', call_id: id, workflow_assigned: true };

let server: Server;
let url: string;
let sockets: Socket[];
let respond: Parameters<typeof createServer>[1];
let kept: ReturnType<typeof createKeptFetch>;

beforeEach(async () => {
  sockets = [];
  respond = (_, response) => response.end(JSON.stringify(success));
  server = createServer((request, response) => respond?.(request, response));
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${portOf(server.address())}`;
  kept = createKeptFetch();
});
afterEach(async () => {
  kept.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const client = () =>
  createServiceClient({ baseUrl: url, hooksUrl: url, apiKey: 'secret', keptFetch: kept.fetch, timeoutMs: waitLimitMs });
const post = () =>
  kept.fetch(url, {
    method: 'POST',
    headers: {},
    redirect: 'manual',
    body: '{}',
    signal: new AbortController().signal,
  });
const addTag = () => client().addTag({ lead_id: id, tag: 'a' });

async function textOf({ body }: FetchedResponse): Promise<string> {
  let text = '';
  for await (const chunk of body ?? []) text += Buffer.from(chunk).toString();
  return text;
}

describe('the connections to the service', () => {
  it('are kept for what may be repeated', async () => {
    for (let count = 0; count < 3; count++) await addTag();
    expect(sockets).toHaveLength(1);
  });

  it('are new for each call and enrolment, also beside a kept one', async () => {
    await addTag();
    await client().initiateCall({ agent: id, phone: '14155552671' });
    await client().sendToWorkflow({ workflow_id: id, lead_id: id });
    await client().updateAndSendToWorkflow({ workflow_id: id, record: { phone: '14155552671' } });
    expect(sockets).toHaveLength(4);
  });

  it('are replaced when the service has closed them', async () => {
    await addTag();
    // Reads the next request and closes, as a server does whose time for an idle connection ends at this moment.
    let isClosing = true;
    respond = (request, response) => {
      if (!isClosing) return response.end(JSON.stringify(success));
      isClosing = false;
      return request.socket.destroy();
    };
    expect(await addTag()).toMatchObject({ tag: 'a' });
    expect(sockets).toHaveLength(2);
  });

  // Each reset took the next kept connection: a service that breaks off got one request as often as there were some.
  it('repeat a request once, however many of them are reset', async () => {
    const waiting: (() => void)[] = [];
    respond = (_, response) => {
      waiting.push(() => response.end(JSON.stringify(success)));
      if (waiting.length === 4) for (const end of waiting) end();
    };
    await Promise.all([addTag(), addTag(), addTag(), addTag()]);
    expect(sockets).toHaveLength(4);
    let requestCount = 0;
    respond = (request) => {
      requestCount++;
      request.socket.resetAndDestroy();
    };
    await expect(addTag()).rejects.toMatchObject({ code: 'interrupted', sent: 'maybe' });
    expect(requestCount).toBe(2);
  });

  // Add Tag was sent again over another connection, without the look whether the lead has the tag by now.
  it('are new for each tag, if adding it again counts', async () => {
    const assumptions = { tagsAreASet: false };
    const { addTag } = createServiceClient({
      baseUrl: url,
      hooksUrl: url,
      apiKey: 'secret',
      keptFetch: kept.fetch,
      assumptions,
    });
    await addTag({ lead_id: id, tag: 'a' });
    let requestCount = 0;
    respond = (request) => {
      requestCount++;
      request.socket.resetAndDestroy();
    };
    await expect(addTag({ lead_id: id, tag: 'a' })).rejects.toMatchObject({ code: 'interrupted', sent: 'maybe' });
    expect(requestCount).toBe(1);
  });

  it('lose no error: a new connection that breaks, a body that breaks off, a response that never comes', async () => {
    respond = (request) => request.socket.destroy();
    await expect(addTag()).rejects.toMatchObject({ code: 'interrupted', sent: 'maybe' });
    respond = (request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{');
      request.socket.end();
    };
    await expect(addTag()).rejects.toMatchObject({ sent: 'yes' });
    respond = () => {};
    const signal = AbortSignal.timeout(100);
    await expect(client().addTag({ lead_id: id, tag: 'a' }, { signal })).rejects.toMatchObject({ code: 'aborted' });
  });

  // Node ends such a request without an error, so its step waited for the time limit.
  it('reject at once when the service switches to another protocol', async () => {
    const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
    respond = ({ socket }) => void socket.write(switching);
    await expect(addTag()).rejects.toMatchObject({ code: 'interrupted', sent: 'maybe' });
    // Over a kept connection, too.
    respond = (_, response) => response.end(JSON.stringify(success));
    await addTag();
    respond = ({ socket }) => void socket.write(switching);
    await expect(addTag()).rejects.toMatchObject({ code: 'interrupted', sent: 'maybe' });
  });

  // The reset of a kept connection was taken for one before the request, whose response had begun already.
  it.each([
    ['before a body of known length', { 'content-length': '100' }, ''],
    ['in the middle of one', { 'content-length': '100' }, '{"status":'],
    ['in the middle of one in chunks', { 'transfer-encoding': 'chunked' }, '{"status":'],
  ])('send nothing again when one is reset after the response has begun: %s', async (_, headers, beginning) => {
    await addTag();
    let requestCount = 0;
    server.on('request', () => requestCount++);
    respond = (_request, response) => {
      response.writeHead(200, headers);
      response.flushHeaders();
      if (beginning !== '') response.write(beginning);
    };
    const response = await post();
    sockets[0]?.resetAndDestroy();
    await expect(textOf(response)).rejects.toThrow();
    respond = (_request, response) => response.end(JSON.stringify(success));
    // A request that was sent again would have come before this one.
    await addTag();
    expect([requestCount, sockets.length]).toEqual([2, 2]);
  });

  it('bring status, headers and empty bodies', async () => {
    respond = (_, response) => response.writeHead(204).end();
    const empty = await post();
    expect([empty.status, empty.headers.get('retry-after'), await textOf(empty)]).toEqual([204, null, '']);
    respond = (_, response) => response.writeHead(429, { 'retry-after': '7' }).end('{}');
    const limited = await post();
    expect([limited.status, limited.headers.get('retry-after'), await textOf(limited)]).toEqual([429, '7', '{}']);
  });
});
