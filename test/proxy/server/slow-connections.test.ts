import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeSlowConnections, type SlowConnectionOptions } from '../../../src/proxy/server/slow-connections.ts';

/** A server whose clients send only the beginning of a request. */
async function startServer(options: Partial<SlowConnectionOptions>) {
  // It reads each request before it answers, as the proxy does: by then, the next one may have begun.
  const server = createServer((request, response) => void request.resume().once('end', () => response.end()));
  closeSlowConnections(server, {
    ...{ slowAfterMs: 50, max: 1000, maxPerAddress: 1000, nearlyFull: 1000, isTrusted: () => false },
    ...options,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    /** Resolves when the server has the connection. */
    async open(localAddress: string): Promise<Socket> {
      const accepted = once(server, 'connection');
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      sockets.push(socket);
      socket.on('error', () => {}); // `close` follows
      socket.resume();
      await accepted;
      socket.write('POST /leads HTTP/1.1\r\nHost: proxy\r\nContent-Length: 500\r\n\r\n{');
      return socket;
    },
    /** The same for a connection whose first request was answered: `beginning` is that of the next one. */
    async openKept(localAddress: string, beginning: string): Promise<void> {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      sockets.push(socket);
      socket.on('error', () => {}); // `close` follows
      const answered = once(socket, 'data');
      socket.write('POST /leads HTTP/1.1\r\nHost: proxy\r\nContent-Length: 2\r\n\r\n{}');
      await answered;
      socket.resume();
      socket.write(beginning);
      // As long as the connection is open.
      const drip = setInterval(() => socket.write(beginning === '\r\n' ? '\r\n' : 'a'), 10);
      socket.once('close', () => clearInterval(drip));
    },
    openIndexes: () => sockets.flatMap((socket, index) => (socket.closed ? [] : [index])),
    request: () => fetch(`http://127.0.0.1:${port}/`),
  };
}

describe('connections that take long to send their request', () => {
  it('are closed, oldest first, while there are more than their share', async () => {
    const { open, openIndexes } = await startServer({ max: 2 });
    for (let index = 0; index < 5; index++) await open(`127.0.1.${index + 1}`);
    await expect.poll(openIndexes).toEqual([3, 4]);
  });

  it('are closed, oldest first, while one address has more than its share', async () => {
    const { open, openIndexes } = await startServer({ maxPerAddress: 1 });
    for (const address of ['127.0.1.1', '127.0.1.2', '127.0.1.1', '127.0.1.1']) await open(address);
    await expect.poll(openIndexes).toEqual([1, 3]);
  });

  it('stay open behind a trusted load balancer, whose address stands for all visitors', async () => {
    const { open, openIndexes } = await startServer({ maxPerAddress: 1, isTrusted: (from) => from === '127.0.1.1' });
    for (const address of ['127.0.1.1', '127.0.1.1', '127.0.1.2', '127.0.1.2']) await open(address);
    await expect.poll(openIndexes).toEqual([0, 1, 3]);
  });

  it('are closed a few at a time, because all connect again', async () => {
    const { open, openIndexes } = await startServer({ max: 0 });
    for (let index = 0; index < 50; index++) await open('127.0.1.1');
    const counts = new Set<number>();
    await expect
      .poll(
        () => {
          counts.add(openIndexes().length);
          return openIndexes().length;
        },
        { interval: 10 },
      )
      .toBe(0);
    expect([...counts].filter((count) => count > 0 && count < 50)).not.toEqual([]);
  });
});

// Only the first request of a connection was watched: those that dripped a later one stayed, and new visitors were closed.
describe.each([
  ['headers', 'POST /leads HTTP/1.1\r\nHost: proxy\r\nX-A: '],
  ['a first line', 'GET /'],
  ['empty lines', '\r\n'],
  ['a body', 'POST /leads HTTP/1.1\r\nHost: proxy\r\nContent-Length: 5000\r\n\r\n{'],
  ['a chunk', 'POST /leads HTTP/1.1\r\nHost: proxy\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n{'],
  ['headers behind a whole one', 'GET / HTTP/1.1\r\nHost: proxy\r\n\r\nGET / HTTP/1.1\r\nX-A: '],
  [
    'a body behind a whole one',
    'GET / HTTP/1.1\r\nHost: proxy\r\n\r\nPOST / HTTP/1.1\r\nHost: p\r\nContent-Length: 5000\r\n\r\n{',
  ],
  [
    'a body behind another one',
    'POST / HTTP/1.1\r\nHost: p\r\nContent-Length: 2\r\n\r\n{}POST / HTTP/1.1\r\nHost: p\r\nContent-Length: 5000\r\n\r\n{',
  ],
])('connections that were kept, and send %s of their next request byte by byte', (_, beginning) => {
  it('have the same share', async () => {
    const { openKept, openIndexes } = await startServer({ max: 2 });
    for (let index = 0; index < 5; index++) await openKept(`127.0.1.${index + 1}`, beginning);
    await expect.poll(openIndexes).toEqual([3, 4]);
  });

  it('have the same share of an address', async () => {
    const { openKept, openIndexes } = await startServer({ maxPerAddress: 1 });
    for (const address of ['127.0.1.1', '127.0.1.2', '127.0.1.1', '127.0.1.1']) await openKept(address, beginning);
    await expect.poll(openIndexes).toEqual([1, 3]);
  });

  it('are closed after the longest time that a request may take', async () => {
    const { openKept, openIndexes } = await startServer({ maxMs: 200 });
    await openKept('127.0.1.1', beginning);
    await expect.poll(openIndexes).toEqual([]);
  });

  it('make room for new visitors, instead of the visitors for them', async () => {
    const { open, openKept, openIndexes } = await startServer({ slowAfterMs: 60_000, nearlyFull: 3 });
    for (let index = 0; index < 3; index++) await openKept(`127.0.1.${index + 1}`, beginning);
    await open('127.0.2.1');
    await open('127.0.2.2');
    // One that has not sent anything of its next request yet is idle, and is closed too.
    await expect.poll(() => openIndexes().filter((index) => index < 2)).toEqual([]);
    expect(openIndexes()).toEqual(expect.arrayContaining([3, 4]));
  });
});

describe('a connection whose request is being answered', () => {
  it('is not slow, however long that takes, also with another request behind it', async () => {
    const server = createServer((_request, response) => void setTimeout(() => response.end('done'), 400));
    const options = { slowAfterMs: 20, maxMs: 50, max: 0, maxPerAddress: 0, nearlyFull: 1000, isTrusted: () => false };
    closeSlowConnections(server, options);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (data) => {
      text += data;
    });
    const request = 'GET / HTTP/1.1\r\nHost: proxy\r\n\r\n';
    socket.write(request + request);
    await once(socket, 'close');
    expect(text.match(/done/g)).toHaveLength(2);
  });
});

// Node waits without end for a client that takes nothing of its response.
describe.each([
  ['a response', 20_000_000, 1],
  ['the responses to requests that they have sent at once', 200_000, 100],
])('connections that do not read %s', (_, size, requestCount) => {
  const start = async (options: Partial<SlowConnectionOptions>) => {
    const server = createServer((_request, response) => response.end('x'.repeat(size)));
    closeSlowConnections(server, {
      ...{ slowAfterMs: 50, max: 1000, maxPerAddress: 1000, nearlyFull: 1000, isTrusted: () => false },
      ...options,
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const open = new Set<number>();
    return {
      open,
      /** The client sees only later that it is closed, because it does not read. */
      async connect(index: number): Promise<Socket> {
        const accepted = once(server, 'connection');
        const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${index}` });
        onTestFinished(() => void socket.destroy());
        socket.on('error', () => {}); // `close` follows
        const [atServer] = await accepted;
        open.add(index);
        atServer.once('close', () => open.delete(index));
        socket.pause();
        socket.write('GET / HTTP/1.1\r\nHost: proxy\r\n\r\n'.repeat(requestCount));
        await expect.poll(() => atServer.bytesWritten).toBeGreaterThan(size / 2);
        return socket;
      },
    };
  };

  it('have the share of slow ones', async () => {
    const { open, connect } = await start({ max: 2 });
    for (const index of [1, 2, 3, 4, 5]) await connect(index);
    await expect.poll(() => [...open]).toEqual([4, 5]);
  });

  it('make room for new visitors', async () => {
    const { open, connect } = await start({ slowAfterMs: 60_000, nearlyFull: 2 });
    for (const index of [1, 2, 3, 4]) await connect(index);
    await expect.poll(() => [...open]).toEqual([3, 4]);
  });

  it('are not closed for the time that it takes: a line may be slow', async () => {
    const { open, connect } = await start({ maxMs: 2_000 });
    const socket = await connect(1);
    const idle = await connect(2);
    // One that is closed for its time: it waits for nothing, and sends nothing.
    idle.resume();
    await expect.poll(() => [...open]).toEqual([1]);
    let length = 0;
    socket.on('data', (data) => {
      length += data.length;
    });
    socket.resume();
    await expect.poll(() => length).toBeGreaterThan(size * requestCount);
  });
});

describe('a server that is nearly full', () => {
  it('closes the oldest connection without a whole request for each new one', async () => {
    const { open, openIndexes, request } = await startServer({ slowAfterMs: 60_000, nearlyFull: 3 });
    for (let index = 0; index < 5; index++) await open(`127.0.1.${index + 1}`);
    await expect.poll(openIndexes).toEqual([2, 3, 4]);
    expect((await request()).status).toBe(200);
  });

  it("closes an address's connections first when it has more than its share", async () => {
    const { open, openIndexes } = await startServer({ slowAfterMs: 60_000, nearlyFull: 4, maxPerAddress: 1 });
    for (const address of ['127.0.1.1', '127.0.1.2', '127.0.1.2', '127.0.1.3']) await open(address);
    await open('127.0.1.4');
    await expect.poll(openIndexes).toEqual([0, 2, 3, 4]);
    await open('127.0.1.5');
    await expect.poll(openIndexes).toEqual([2, 3, 4, 5]);
  });
});
