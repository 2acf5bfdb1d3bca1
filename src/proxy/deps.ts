import type { ServiceClient } from '../service-client/index.ts';
import type { CallPlanner } from './calls/plan-call.ts';
import type { Delivery } from './delivery/create-delivery.ts';
import type { FunnelCounter } from './funnel/funnel-counter.ts';
import type { CaptchaVerifier } from './intake/captcha.ts';
import type { LeadTokens } from './intake/lead-tokens.ts';
import type { LeadReader } from './intake/read-lead.ts';
import type { UserTokenReader } from './intake/user-token.ts';
import type { LeadLimits } from './limits/lead-limits.ts';
import type { LimiterFactory } from './limits/limiter.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { SessionOpener } from './session/sessions.ts';
import type { LiveConfig } from './settings/live-config.ts';
import type { LeadStore } from './store/create-store.ts';
import type { PostWebhook } from './webhooks/post-webhook.ts';
import type { WidgetAssets } from './widget/assets.ts';

/** What the proxy uses from outside. `server/node-deps.ts` creates it; a host's own parts win. */
export type ProxyDeps = {
  /** A store that replaces the configured one must be opened with the configured receivers of webhooks, and with `hasSavedReceivers`. */
  store: LeadStore;
  /** Rejects with the reason if leads cannot be accepted now. All who ask share what one of them has found. */
  checkStore(): Promise<void>;
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

/** What the routes that pages call use. The functions follow the configuration that applies when they are called. */
export type RouteDeps = Pick<ProxyDeps, 'store' | 'client' | 'funnel' | 'metrics' | 'log' | 'now'> & {
  live: Pick<LiveConfig, 'config'>;
  limits: LeadLimits;
  tokens: LeadTokens;
  readLead: LeadReader;
  readUserToken: UserTokenReader;
  verifyCaptcha: CaptchaVerifier;
  openSession: SessionOpener;
  planCall: CallPlanner;
};

/** What the routes of the dashboard use. */
export type AdminDeps = Pick<
  ProxyDeps,
  'store' | 'checkStore' | 'client' | 'delivery' | 'funnel' | 'limiter' | 'metrics' | 'log' | 'now' | 'postWebhook'
> & {
  live: LiveConfig;
  /** Decides whether a late call-back may be placed now. */
  planCall: CallPlanner;
};
