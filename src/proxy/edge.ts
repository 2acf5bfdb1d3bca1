import { createServiceClient } from '../service-client/index.ts';
import { ConfigError, parseConfig } from './config/parse-config.ts';
import type { ProxyConfig, ProxyConfigInput } from './config/schema.ts';
import { createConfiguredDelivery } from './configured-delivery.ts';
import type { ProxyDeps } from './deps.ts';
import { createLeadProxy, type LeadProxy } from './lead-proxy.ts';
import type { Log } from './log.ts';
import { noMetrics } from './metrics.ts';
import { limitStoreFailures } from './store-failure-log.ts';

export { ConfigError } from './config/parse-config.ts';
export type { ProxyDeps } from './deps.ts';
export type { LeadProxy } from './lead-proxy.ts';
export type { Limiter, LimiterFactory, LimitResult } from './limits/limiter.ts';
export type { LeadStore } from './store/index.ts';
export type { PostWebhook, WebhookRequest, WebhookResponse } from './webhooks/post-webhook.ts';

/**
 * All instances of the proxy share `store` and `limiter`; everything else has a default. Webhooks need `postWebhook`
 * and a store that writes them.
 */
export type EdgeOptions = Pick<ProxyDeps, 'store' | 'limiter'> & Partial<ProxyDeps>;

/**
 * The proxy for runtimes without Node, with the platform's store and limits. Without `assets` it serves no widget,
 * without `metrics` it counts nothing. Delivery runs as long as the runtime allows; the next instance delivers the
 * remaining leads.
 *
 * @example
 * const proxy = createProxy(config, { store, limiter });
 * export default { fetch: (request) => proxy.fetch(request, { remoteAddress: request.headers.get('cf-connecting-ip') ?? undefined }) };
 * @throws ConfigError
 */
export function createProxy(input: ProxyConfigInput, options: EdgeOptions): LeadProxy {
  const parsed = parseConfig(input);
  if (!parsed.ok) throw new ConfigError(parsed.issues);
  const { config } = parsed;
  if (config.webhooks.length > 0 && options.postWebhook === undefined) {
    throw new ConfigError([
      '`webhooks` need the option `postWebhook` in a runtime without Node; pass a function that posts them.',
    ]);
  }
  return createLeadProxy(config, () => createEdgeDeps(config, options));
}

function createEdgeDeps(config: ProxyConfig, options: EdgeOptions): ProxyDeps {
  const { baseUrl, hooksUrl, apiKey } = config.service;
  const { store, metrics = noMetrics, now = Date.now } = options;
  const log = limitStoreFailures(options.log ?? consoleLog, now);
  const client = options.client ?? createServiceClient({ baseUrl, hooksUrl, apiKey, assumptions: config.assumptions });
  return {
    assets: { read: async () => undefined },
    metrics,
    digest: sha256,
    now: Date.now,
    fetch: (...request) => fetch(...request),
    delivery: createConfiguredDelivery(config, { store, client, log, metrics }),
    ...options,
    client,
    log,
  };
}

const consoleLog: Log = {
  info: (event, facts) => console.log(JSON.stringify({ event, ...facts })),
  warn: (event, facts) => console.warn(JSON.stringify({ event, ...facts })),
  // Without the error's message, which may contain personal data.
  error: (event, error, facts) => {
    const { name, code } = Object(error);
    console.error(JSON.stringify({ event, ...facts, name, code }));
  },
};

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
