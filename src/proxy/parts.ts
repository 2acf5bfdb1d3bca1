import type { ServiceClient } from '../service-client/index.ts';
import type { Delivery } from './delivery/create-delivery.ts';
import type { Digest } from './intake/body-hash.ts';
import type { LimiterFactory } from './limits/limiter.ts';
import type { Log } from './log.ts';
import type { Metrics } from './operations/metrics.ts';
import type { LeadStore } from './store/index.ts';
import type { WidgetAssets } from './widget/assets.ts';

/** What the proxy needs of its pageLifecycle. Node's are in `server/node-parts.ts`; another runtime hands in its own. */
export type ProxyDeps = {
  store: LeadStore;
  client: ServiceClient;
  /** Works off what the store holds, on its own. */
  delivery: Delivery;
  assets: WidgetAssets;
  limiter: LimiterFactory;
  metrics: Metrics;
  log: Log;
  digest: Digest;
  /** Reads the clock. */
  now: () => number;
  /** Reaches the captcha's provider. */
  fetch: typeof fetch;
  /** Gives back what the parts hold besides the store; called last. @default nothing */
  release?: () => Promise<void>;
};
