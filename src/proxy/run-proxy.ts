import { createApp } from './app.ts';
import type { ProxyConfig } from './config/schema.ts';
import { securityHeaders } from './http/answer.ts';
import type { RequestInfo } from './http/exchange.ts';
import type { ProxyDeps } from './parts.ts';
import { isStoreError } from './store/index.ts';

export type LeadProxy = {
  /**
   * Answers one request. `info` tells the address it came from, for the limits: `{ remoteAddress }`, or the `env` that
   * Hono's Node adapter hands in. Without it all requests share the limits of one address.
   */
  fetch(request: Request, info?: RequestInfo): Promise<Response>;
  /** Opens the store and takes up its leads. The first request does it too, if it was not done before. */
  start(): Promise<void>;
  /**
   * Finishes what is under way, 20 seconds at most, and closes the store. `requests` settles when the server has none
   * under way any more: the store stays open until then.
   */
  stop(requests?: Promise<void>): Promise<void>;
};

/** The proxy over parts that are made when it starts, from a configuration that was checked already. Needs no Node. */
export function runProxy(config: ProxyConfig, makeParts: () => ProxyDeps | Promise<ProxyDeps>): LeadProxy {
  let running: Promise<Running> | undefined;
  const run = () => {
    running ??= begin(config, makeParts).catch((error: unknown) => {
      // A database that is not there yet may be there for the next request.
      running = undefined;
      throw error;
    });
    return running;
  };
  return {
    async fetch(request, info = {}) {
      let app: Running['app'];
      let parts: ProxyDeps;
      try {
        ({ app, parts } = await run());
      } catch (error) {
        if (isStoreError(error)) return notOpen();
        throw error;
      }
      const response = await app.fetch(request, info);
      parts.metrics.requestAnswered(response.status);
      return response;
    },
    async start() {
      await run();
    },
    async stop(requests) {
      const { parts } = (await running?.catch(() => undefined)) ?? {};
      await Promise.all([parts?.delivery.stop(), requests]);
      await parts?.store.close();
      await parts?.release?.();
    },
  };
}

type Running = { app: ReturnType<typeof createApp>; parts: ProxyDeps };

async function begin(config: ProxyConfig, makeParts: () => ProxyDeps | Promise<ProxyDeps>): Promise<Running> {
  const parts = await makeParts();
  parts.delivery.start();
  return { app: createApp(config, parts), parts };
}

function notOpen(): Response {
  const body = { status: 'failed', code: 'store-unavailable', message: 'Cannot be stored now. Try again later.' };
  const headers = { ...securityHeaders, 'content-type': 'application/json', 'retry-after': '5' };
  return new Response(JSON.stringify(body), { status: 503, headers });
}
