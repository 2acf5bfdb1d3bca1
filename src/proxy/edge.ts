import { createServiceClient } from '../service-client/index.ts';
import { ConfigError } from './config/config-error.ts';
import { parseConfig } from './config/parse-config.ts';
import type { ProxyConfig, ProxyConfigInput } from './config/schema.ts';
import { configuredDelivery } from './configured-delivery.ts';
import type { Log } from './log.ts';
import type { Metrics } from './operations/metrics.ts';
import type { ProxyDeps } from './parts.ts';
import { type LeadProxy, runProxy } from './run-proxy.ts';

export { ConfigError } from './config/config-error.ts';
export type { LimitAnswer, Limiter, LimiterFactory } from './limits/limiter.ts';
export type { ProxyDeps } from './parts.ts';
export type { LeadProxy } from './run-proxy.ts';
export type { LeadStore } from './store/index.ts';

/** `store` and `limiter` must be where all instances of the proxy see them; the rest has defaults. */
export type EdgeOptions = Pick<ProxyDeps, 'store' | 'limiter'> & Partial<ProxyDeps>;

/**
 * The proxy for runtimes without Node, over a store and limits of the platform's. Without `assets` it serves no widget,
 * without `metrics` it counts nothing. Delivery runs while the runtime lets it; a lead that waits goes out with the next
 * instance that starts.
 *
 * @example
 * const proxy = createProxy(config, { store, limiter });
 * export default { fetch: (request) => proxy.fetch(request, { remoteAddress: request.headers.get('cf-connecting-ip') ?? undefined }) };
 * @throws ConfigError
 */
export function createProxy(input: ProxyConfigInput, options: EdgeOptions): LeadProxy {
  const reading = parseConfig(input);
  if (!reading.ok) throw new ConfigError(reading.faults);
  const { config } = reading;
  return runProxy(config, () => edgeParts(config, options));
}

function edgeParts(config: ProxyConfig, given: EdgeOptions): ProxyDeps {
  const { baseUrl, hooksUrl, apiKey } = config.service;
  const { store, log = consoleLog, metrics = nothingCounted } = given;
  const client = given.client ?? createServiceClient({ baseUrl, hooksUrl, apiKey, assumptions: config.assumptions });
  return {
    assets: { read: async () => undefined },
    metrics,
    digest: sha256,
    now: Date.now,
    fetch: (...request) => fetch(...request),
    delivery: configuredDelivery(config, { store, client, log, metrics }),
    ...given,
    client,
    log,
  };
}

const consoleLog: Log = {
  info: (event, facts) => console.log(JSON.stringify({ event, ...facts })),
  warn: (event, facts) => console.warn(JSON.stringify({ event, ...facts })),
  // Its message may hold what somebody sent.
  error: (event, error, facts) => {
    const { name, code } = Object(error);
    console.error(JSON.stringify({ event, ...facts, name, code }));
  },
};

const nothing = () => {};

const nothingCounted: Metrics = {
  leadAccepted: nothing,
  leadSettled: nothing,
  requestAnswered: nothing,
  sessionOpened: nothing,
  callRequested: nothing,
  expose: async () => ({ text: '', contentType: 'text/plain; version=0.0.4' }),
};

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
