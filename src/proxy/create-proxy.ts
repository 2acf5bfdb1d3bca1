import { createApp } from './app.ts';
import { parseConfig } from './config/parse-config.ts';
import type { ProxyConfig, ProxyConfigInput } from './config/schema.ts';
import { securityHeaders } from './http/answer.ts';
import type { RequestInfo } from './http/exchange.ts';
import type { ProxyParts } from './parts.ts';
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

export type ProxyOptions = Partial<ProxyParts> & {
  /** Allows the origin `*`. @default false */
  dev?: boolean;
};

/** A configuration that cannot be used. `faults` names all that is wrong with it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'bad-config';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`the configuration cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/**
 * The proxy as a fetch handler, to be mounted in any server. What is not handed in, the store first, is taken from
 * Node; a runtime without Node hands in all of `ProxyParts`.
 *
 * @example
 * const proxy = createProxy(config);
 * app.mount('/chat', (request, env) => proxy.fetch(request, env));
 * @throws ConfigError
 */
export function createProxy(input: ProxyConfigInput, options: ProxyOptions = {}): LeadProxy {
  const { dev = false, ...given } = options;
  const reading = parseConfig(input, { dev });
  if (!reading.ok) throw new ConfigError(reading.faults);
  return proxyOf(reading.config, given);
}

/** The same for a configuration that was checked already. */
export function proxyOf(config: ProxyConfig, given: Partial<ProxyParts>): LeadProxy {
  let running: Promise<Running> | undefined;
  const run = () => {
    running ??= begin(config, given).catch((error: unknown) => {
      // A database that is not there yet may be there for the next request.
      running = undefined;
      throw error;
    });
    return running;
  };
  return {
    async fetch(request, info = {}) {
      let app: Running['app'];
      let parts: ProxyParts;
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

type Running = { app: ReturnType<typeof createApp>; parts: ProxyParts };

async function begin(config: ProxyConfig, given: Partial<ProxyParts>): Promise<Running> {
  const parts = await completeParts(config, given);
  parts.delivery.start();
  return { app: createApp(config, parts), parts };
}

function notOpen(): Response {
  const body = { status: 'failed', code: 'store-unavailable', message: 'Cannot be stored now. Try again later.' };
  const headers = { ...securityHeaders, 'content-type': 'application/json', 'retry-after': '5' };
  return new Response(JSON.stringify(body), { status: 503, headers });
}

async function completeParts(config: ProxyConfig, given: Partial<ProxyParts>): Promise<ProxyParts> {
  const { store, client, delivery, assets, limiter, metrics, log, digest, now, fetch } = given;
  if (store && client && delivery && assets && limiter && metrics && log && digest && now && fetch) {
    const { release } = given;
    return {
      ...{ store, client, delivery, assets, limiter, metrics, log, digest, now, fetch },
      ...(release !== undefined && { release }),
    };
  }
  const { nodeParts } = await import('./server/node-parts.ts');
  return nodeParts(config, given);
}
