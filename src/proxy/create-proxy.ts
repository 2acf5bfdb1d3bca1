import { createApp } from './app.ts';
import { parseConfig } from './config/parse-config.ts';
import type { ProxyConfig, ProxyConfigInput } from './config/schema.ts';
import type { RequestInfo } from './http/exchange.ts';
import type { ProxyParts } from './parts.ts';

export type LeadProxy = {
  /**
   * Answers one request. `info` tells the address it came from, for the limits: `{ remoteAddress }`, or the `env` that
   * Hono's Node adapter hands in. Without it all requests share the limits of one address.
   */
  fetch(request: Request, info?: RequestInfo): Promise<Response>;
  /** Opens the store and takes up its leads. The first request does it too, if it was not done before. */
  start(): Promise<void>;
  /** Finishes what is under way, 20 seconds at most, and closes the store. */
  stop(): Promise<void>;
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
  let running: Promise<{ app: ReturnType<typeof createApp>; parts: ProxyParts }> | undefined;
  const run = () => {
    running ??= completeParts(config, given).then((parts) => {
      parts.delivery.start();
      return { app: createApp(config, parts), parts };
    });
    return running;
  };
  return {
    async fetch(request, info = {}) {
      const { app, parts } = await run();
      const response = await app.fetch(request, info);
      parts.metrics.requestAnswered(response.status);
      return response;
    },
    async start() {
      await run();
    },
    async stop() {
      if (running === undefined) return;
      const { parts } = await running;
      await parts.delivery.stop();
      await parts.store.close();
    },
  };
}

async function completeParts(config: ProxyConfig, given: Partial<ProxyParts>): Promise<ProxyParts> {
  const { store, client, delivery, assets, limiter, metrics, log, digest, now, fetch } = given;
  if (store && client && delivery && assets && limiter && metrics && log && digest && now && fetch) {
    return { store, client, delivery, assets, limiter, metrics, log, digest, now, fetch };
  }
  const { nodeParts } = await import('./server/node-parts.ts');
  return nodeParts(config, given);
}
