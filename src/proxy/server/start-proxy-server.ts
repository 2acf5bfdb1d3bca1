import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { ProxyConfig } from '../config/schema.ts';
import { createNodeProxy, type LeadProxy } from '../create-proxy.ts';
import type { ProxyDeps } from '../deps.ts';
import { createTrustCheck } from '../http/address.ts';
import { isLate } from '../http/overload-guard.ts';
import { watchAcceptQueue } from './accept-queue.ts';
import { limitConnections } from './connection-limit.ts';
import type { NodeDepsOptions } from './node-deps.ts';
import { closeSlowConnections } from './slow-connections.ts';

export type ProxyServerOptions = NodeDepsOptions & {
  /** 0: any free port. */
  port: number;
  /** Address to listen on. @default all addresses of this machine */
  host?: string;
  /** Whether a Host header is one of this server's. @default every one, because the names of a public proxy are not known */
  acceptsHost?: (header: string) => boolean;
  /** Replace Node's dependencies; for tests. */
  deps?: Partial<ProxyDeps>;
};

export type ProxyServer = {
  url: string;
  port: number;
  /** Takes over a configuration that was read again. See `LeadProxy.reload`. */
  reload: LeadProxy['reload'];
  /** Accepts no more requests, finishes those in flight within 20 seconds, closes the store. */
  stop(): Promise<void>;
};

/*
 * Who keeps slow and many clients from keeping the others out. What Node does is its own; the rest is what Node cannot:
 *
 *   Node                 cuts off headers and requests that take too long, and kept connections without a request; limits headers
 *                        by their bytes (so not by their number, too) and all connections by what the memory holds.
 *   slow-connections.ts  closes the slow when they are many: Node gives each its full time, however many others wait, and refuses the
 *                        new ones when it is full. On a kept connection its time begins with the first byte of the next request,
 *                        and any byte ends the idle time: empty lines, which are neither, would keep it for ever.
 *   connection-limit.ts  limits an address: Node counts requests per connection (`maxRequestsPerSocket`), and connections of all
 *                        together, where `dropMaxConnection` changes something for clusters only.
 *   accept-queue.ts      measures how long new connections wait, which neither Node nor the kernel tells.
 */

/** In milliseconds and bytes. Node's defaults would keep half a request for five minutes. */
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 8192,
  // Probes come without one; the app refuses all others, and says so in the log.
  requireHostHeader: false,
} as const;
/**
 * An open connection costs about 15 KB of memory. With fewer connections, a thousand slow clients would fill them all.
 */
const maxConnections = 4000;
/**
 * New connections that wait for Node. With Node's default of 511, the kernel silently drops part of a burst, and those
 * visitors wait for seconds until their browser sends the packet again.
 */
const backlog = 2048;
/**
 * A request usually arrives within milliseconds; Node has closed a kept connection without one after six seconds. A quarter
 * of the connections may be slow, an eightieth per address; the last tenth is for new ones. A client that is cut off
 * reconnects at once, which costs more than letting it wait, so no client is cut off sooner than needed.
 */
const slowConnections = { slowAfterMs: 7_000, maxMs: 15_000, max: 1000, maxPerAddress: 50, nearlyFull: 3600 } as const;
/**
 * A browser opens six connections at most. A company or a mobile network behind one address may have many visitors at
 * once: they are served without keep-alive, up to a quarter of all connections.
 */
const connectionLimit = { maxKeptAlive: 50, max: 1000 } as const;
const stopTimeoutMs = 20_000;
/** How long a new connection may be silent when the server stops. Its request is usually there, and Node has not read it yet. */
const silentMs = 100;
/** Not set on Node's response: Node would then copy all other headers one by one. */
const serverHeaders = { 'strict-transport-security': 'max-age=31536000' };
const closingHeaders = { ...serverHeaders, connection: 'close' };

/**
 * Serves the proxy over HTTP. Rejects with Node's error when the port is taken, with a StoreError when the store cannot
 * be used.
 */
export async function startProxyServer(
  config: ProxyConfig,
  { port, host, acceptsHost = () => true, deps = {}, ...options }: ProxyServerOptions,
): Promise<ProxyServer> {
  const proxy = createNodeProxy(config, deps, options);
  const listener = getRequestListener(
    async (request, { incoming }) => {
      const refusal = connections.check(incoming);
      const waitedMs = acceptQueue.waitMs();
      const isClosing = refusal !== undefined || isLate({ waitedMs });
      const response = await proxy.fetch(request, {
        incoming,
        isOverConnectionLimit: refusal === 'refuse',
        waitedMs,
        newConnectionCount: acceptQueue.connectionCount(),
        responseHeaders: isClosing ? closingHeaders : serverHeaders,
      });
      // A client that repeats its request at once then has to reconnect. It waits in the kernel's queue and does not
      // slow down the accepted requests.
      if (!isClosing && (response.status === 503 || response.status === 429)) {
        response.headers.set('connection', 'close');
      }
      return response;
    },
    // The host in the URL of a request without one.
    { hostname: 'localhost' },
  );
  let stopping = false;
  const server = createServer(serverOptions, (incoming, outgoing) => {
    // While the server stops, connections that become idle are closed.
    outgoing.once('close', () => {
      if (stopping) setImmediate(() => server.closeIdleConnections());
    });
    const { host: hostHeader } = incoming.headers;
    if (hostHeader === undefined || acceptsHost(hostHeader)) void listener(incoming, outgoing);
    else outgoing.writeHead(403).end();
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeServer = (): Promise<void> => {
    stopping = true;
    // Browsers open connections ahead. Node waits for those on which nothing has come, as for a request.
    const closeSilent = () => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    };
    // However long the turn was after which the timer fires, Node reads before the immediate.
    setTimeout(() => setImmediate(closeSilent), silentMs);
    return close(server);
  };
  server.maxConnections = maxConnections;
  const isTrusted = createTrustCheck(config.trustedProxies);
  closeSlowConnections(server, { ...slowConnections, isTrusted });
  const acceptQueue = watchAcceptQueue(server);
  // After the queue, which has to see its own connection first.
  const connections = limitConnections(server, { ...connectionLimit, isTrusted, isOwn: acceptQueue.isProbe });
  await listen(server, port, host);
  try {
    await proxy.start();
  } catch (error) {
    await closeServer();
    throw error;
  }
  const address = server.address();
  const boundPort = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host === undefined ? 'localhost' : hostInUrl(host)}:${boundPort}`,
    port: boundPort,
    reload: proxy.reload,
    stop: () => proxy.stop(closeServer()),
  };
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

async function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  server.listen({ port, backlog, host });
  await once(server, 'listening');
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), stopTimeoutMs);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
  });
}
