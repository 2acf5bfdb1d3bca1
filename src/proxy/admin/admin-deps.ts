import type { CallPlanner } from '../calls/plan-call.ts';
import type { ProxyDeps } from '../deps.ts';
import type { LiveConfig } from '../settings/live-config.ts';

/** What the routes of the dashboard use. */
export type AdminDeps = Pick<ProxyDeps, 'store' | 'delivery' | 'funnel' | 'limiter' | 'metrics' | 'log' | 'now'> & {
  live: LiveConfig;
  /** Rejects with the reason if leads cannot be accepted now. */
  checkStore(): Promise<void>;
  /** Decides whether a late call-back may be placed now. */
  planCall: CallPlanner;
};
