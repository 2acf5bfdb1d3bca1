import type { CallPlanner } from './calls/plan-call.ts';
import type { ProxyDeps } from './deps.ts';
import type { CaptchaVerifier } from './intake/captcha.ts';
import type { LeadTokens } from './intake/lead-tokens.ts';
import type { LeadReader } from './intake/read-lead.ts';
import type { UserTokenReader } from './intake/user-token.ts';
import type { LeadLimits } from './limits/lead-limits.ts';
import type { SessionOpener } from './session/open-session.ts';
import type { LiveConfig } from './settings/live-config.ts';

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
