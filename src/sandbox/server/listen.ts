import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { createHostCheck } from '../../protocol/host-check.ts';
import type { SandboxEnv } from '../rest/endpoint.ts';
import { endWithResponse, failure, toResponse } from '../rest/response.ts';

/** Shorter than Node's own limits, which let half a request stay for five minutes. In milliseconds and bytes. */
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 16_384,
  // Some clients offer HTTP/2 with every request (`Upgrade: h2c`). They get their response over HTTP/1.1.
  shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
} as const;
const maxConnections = 20_000;
const closeTimeoutMs = 1000;
const idleSweepMs = 20;

export type Listener = {
  port: number;
  /** Accepts no more connections and gives open requests a second. `endSockets` ends what is no longer a request. */
  stop(endSockets: () => Promise<void>): Promise<void>;
};

type ListenOptions = {
  app: Hono<SandboxEnv>;
  onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  port: number;
  host: string;
};

/** Serves HTTP and WebSockets on one port. Rejects with Node's error when the port is taken. */
export async function listen({ app, onUpgrade, port, host }: ListenOptions): Promise<Listener> {
  const listener = getRequestListener(app.fetch, {
    // Tests run the sandbox in their own process, whose globals must not change.
    overrideGlobalObjects: false,
    errorHandler: () => toResponse(failure(400, 'The request cannot be read.')),
  });
  const acceptsHost = createHostCheck(host);
  const server = createServer(serverOptions, (request, response) => {
    if (acceptsHost(request.headers.host)) void listener(request, response);
    else refuseHost(response);
  });
  server.maxConnections = maxConnections;
  server.on('upgrade', (request, socket, head) => {
    if (acceptsHost(request.headers.host)) onUpgrade(request, socket, head);
    else endWithResponse(socket, foreignHost);
  });
  server.on('clientError', (error, socket) => endWithResponse(socket, responseTo(error)));
  const boundPort = await bind(server, port, host);
  return {
    port: boundPort,
    async stop(endSockets) {
      const closed = new Promise((resolve) => server.close(resolve));
      // A connection that is busy now would stay open after its response.
      const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
      await endSockets();
      const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
      await closed;
      clearTimeout(timer);
      clearInterval(sweep);
    },
  };
}

/** A name that another site points at this machine would make its pages part of the sandbox, which needs no key there. */
const foreignHost = failure(
  403,
  'This host is not served here. Use localhost or an address of this machine, or name the host with --host.',
);

function refuseHost(response: ServerResponse): void {
  response.writeHead(foreignHost.status, { 'content-type': 'application/json' }).end(JSON.stringify(foreignHost.body));
}

function bind(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function responseTo(error: Error & { code?: string }) {
  if (error.code === 'HPE_HEADER_OVERFLOW') return failure(431, 'The headers are too large.');
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return failure(408, 'The request took too long.');
  return failure(400, 'The request is not HTTP.');
}
