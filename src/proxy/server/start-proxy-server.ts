import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { ProxyConfig } from '../config/schema.ts';
import { proxyOf } from '../create-proxy.ts';
import type { ProxyDeps } from '../parts.ts';

export type ProxyServerOptions = {
  /** 0: any free one. */
  port: number;
  /** Address to listen on. @default every one of this machine */
  host?: string;
  /** What to use instead of Node's own parts; for tests. */
  parts?: Partial<ProxyDeps>;
};

export type ProxyServer = {
  url: string;
  port: number;
  /** Takes no more requests, finishes those that are under way within 20 seconds, closes the store. */
  stop(): Promise<void>;
};

/** Much tighter than Node's defaults, which let half a request stay for five minutes. In milliseconds and bytes. */
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 8192,
} as const;
const maxConnections = 1000;
const stopWithinMs = 20_000;

/** Serves the proxy over HTTP. Rejects with Node's error when the port is taken, with a StoreError when the store cannot be used. */
export async function startProxyServer(
  config: ProxyConfig,
  { port, host, parts = {} }: ProxyServerOptions,
): Promise<ProxyServer> {
  const proxy = proxyOf(config, parts);
  const listener = getRequestListener((request, env) => proxy.fetch(request, env));
  let stopping = false;
  const server = createServer(serverOptions, (incoming, outgoing) => {
    // A connection that becomes idle while we stop would be kept alive for nothing.
    outgoing.once('close', () => {
      if (stopping) setImmediate(() => server.closeIdleConnections());
    });
    void listener(incoming, outgoing);
  });
  server.maxConnections = maxConnections;
  await listen(server, port, host);
  try {
    await proxy.start();
  } catch (error) {
    await close(server);
    throw error;
  }
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host === undefined ? 'localhost' : hostInUrl(host)}:${taken}`,
    port: taken,
    async stop() {
      stopping = true;
      await proxy.stop(close(server));
    },
  };
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen({ port, ...(host !== undefined && { host }) }, () => {
      server.off('error', fail);
      done();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    const force = setTimeout(() => server.closeAllConnections(), stopWithinMs);
    server.close(() => {
      clearTimeout(force);
      done();
    });
  });
}
