import type { ServiceClient } from '../service-client/index.ts';
import type { Delivery } from './delivery/create-delivery.ts';
import type { LimiterFactory } from './limits/limiter.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { LeadStore } from './store/index.ts';
import type { PostWebhook } from './webhooks/post-webhook.ts';
import type { WidgetAssets } from './widget/assets.ts';

/** SHA-256 of a text, in hexadecimal. */
export type Digest = (text: string) => string | Promise<string>;

/**
 * What the proxy needs from its runtime. `server/node-deps.ts` creates these for Node; other runtimes pass their own.
 */
export type ProxyDeps = {
  /** A store that replaces the configured one must be opened with the configured receivers of webhooks. */
  store: LeadStore;
  client: ServiceClient;
  /** Delivers the stored leads in the background. */
  delivery: Delivery;
  assets: WidgetAssets;
  limiter: LimiterFactory;
  metrics: Metrics;
  log: Log;
  digest: Digest;
  /** The current time, in milliseconds. */
  now: () => number;
  /** Sends requests to the captcha's provider. */
  fetch: typeof fetch;
  /** Posts webhooks. On Node it checks the address of each connection. */
  postWebhook?: PostWebhook;
  /** Releases what the other dependencies hold besides the store; called last. @default nothing */
  release?: () => Promise<void>;
};
