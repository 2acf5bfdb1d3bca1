import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { runLoad, runSteadyLoad } from '../../bench/intake/load.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(handle: (response: ServerResponse, count: number) => void): Promise<number> {
  let count = 0;
  const server = createServer((request, response) => request.resume().on('end', () => handle(response, ++count)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function accept(response: ServerResponse): void {
  response.writeHead(202, { 'content-length': 2 }).end('{}');
}

it('the full load sends the next lead when the response arrives, and counts what is not accepted', async () => {
  const port = await listen((response, count) => {
    if (count % 4 === 0) response.writeHead(503, { 'content-length': 2 }).end('{}');
    else accept(response);
  });
  expect(await runLoad({ ports: [port], connections: 2, requests: 8 })).toMatchObject({ requests: 8, failed: 2 });
});

it('the steady load keeps its rate while the server does not respond', async () => {
  const waiting: ServerResponse[] = [];
  const port = await listen((response) => {
    waiting.push(response);
    // A load that waits for responses would end here.
    if (waiting.length === 20) for (const late of waiting) accept(late);
  });
  const result = await runSteadyLoad({ ports: [port], perSecond: 200, seconds: 0.1 });
  expect(result).toMatchObject({ requests: 20, failed: 0 });
});

it('a connection that the server closes after its response is replaced', async () => {
  const port = await listen((response) => {
    response.writeHead(202, { 'content-length': 2, connection: 'close' }).end('{}');
  });
  expect(await runLoad({ ports: [port], connections: 2, requests: 8 })).toMatchObject({ requests: 8, failed: 0 });
});

it('the load ends with an error if the server closes a connection instead of responding', async () => {
  const port = await listen((response) => response.destroy());
  await expect(runSteadyLoad({ ports: [port], perSecond: 200, seconds: 0.1 })).rejects.toThrow();
});

it('a request over an idle connection that the server closes just then is sent again over a new one', async () => {
  const used = new WeakSet<object>();
  const port = await listen((response) => {
    const { socket } = response;
    if (socket === null) throw new Error('the response has no connection');
    if (used.has(socket)) socket.resetAndDestroy();
    else accept(response);
    used.add(socket);
  });
  expect(await runLoad({ ports: [port], connections: 2, requests: 8 })).toMatchObject({ requests: 8, failed: 0 });
});
