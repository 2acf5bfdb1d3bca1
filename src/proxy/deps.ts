import type { ServiceClient } from '../service-client/index.ts';
import type { Delivery } from './delivery/create-delivery.ts';
import type { FunnelCounter } from './funnel/funnel-counter.ts';
import type { LimiterFactory } from './limits/limiter.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { LeadStore } from './store/index.ts';
import type { PostWebhook } from './webhooks/post-webhook.ts';
import type { WidgetAssets } from './widget/assets.ts';

/** What the proxy uses from outside. `server/node-deps.ts` creates it; a host's own parts win. */
export type ProxyDeps = {
  /** A store that replaces the configured one must be opened with the configured receivers of webhooks. */
  store: LeadStore;
  client: ServiceClient;
  /** Delivers the stored leads in the background. */
  delivery: Delivery;
  /** Counts what visitors do. */
  funnel: FunnelCounter;
  assets: WidgetAssets;
  limiter: LimiterFactory;
  metrics: Metrics;
  log: Log;
  /** The current time, in milliseconds. */
  now: () => number;
  /** Sends requests to the captcha's provider. */
  fetch: typeof fetch;
  /** Posts webhooks, and checks the address of each connection. */
  postWebhook: PostWebhook;
  /** Releases what the other dependencies hold besides the store; called last. @default nothing */
  release?: () => Promise<void>;
};
