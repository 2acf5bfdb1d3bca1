import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { failure } from '../rest/answer.ts';
import { type Exchange, send } from '../rest/exchange.ts';
import { endWithAnswer } from './raw-answer.ts';

/** Tighter than Node's own, which let half a request stay for five minutes. In milliseconds and bytes. */
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 16_384,
  // Some clients offer HTTP/2 with every request (`Upgrade: h2c`); they get their answer over HTTP/1.1.
  shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
} as const;
const maxConnections = 20_000;
const finishWithinMs = 1000;
const sweepMs = 20;

type Listening = {
  port: number;
  /** Takes no more connections; `closeOthers` ends those that are no requests any more; requests get a second to finish. */
  stop(closeOthers: () => Promise<void>): Promise<void>;
};

type Parts = {
  app: Hono<Exchange>;
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  port: number;
  host: string;
};

/** Serves HTTP and sockets on one port. Rejects with Node's error when the port is taken. */
export async function listen({ app, upgrade, port, host }: Parts): Promise<Listening> {
  const listener = getRequestListener(app.fetch, {
    // A library leaves the globals of its process alone.
    overrideGlobalObjects: false,
    errorHandler: () => send(failure(400, 'The request cannot be read.')),
  });
  const server = createServer(serverOptions, listener);
  server.maxConnections = maxConnections;
  server.on('upgrade', upgrade);
  server.on('clientError', (error, socket) => endWithAnswer(socket, answerTo(error)));
  const taken = await takePort(server, port, host);
  return {
    port: taken,
    async stop(closeOthers) {
      const closed = new Promise((done) => server.close(done));
      // A connection that was busy at the close is kept alive after its answer, unless it is ended here.
      const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
      await closeOthers();
      const timer = setTimeout(() => server.closeAllConnections(), finishWithinMs);
      await closed;
      clearTimeout(timer);
      clearInterval(sweep);
    },
  };
}

function takePort(server: Server, port: number, host: string): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen({ port, host }, () => {
      server.off('error', fail);
      const address = server.address();
      done(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function answerTo(error: Error & { code?: string }) {
  if (error.code === 'HPE_HEADER_OVERFLOW') return failure(431, 'The headers are too large.');
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return failure(408, 'The request took too long.');
  return failure(400, 'The request is not HTTP.');
}
