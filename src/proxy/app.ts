import { computed } from '@preact/signals-core';
import type { Hono } from 'hono';
import { addAdminPage } from './admin/admin-page.ts';
import { createAdminApi } from './admin/admin-routes.ts';
import { adminApiPath } from './admin/permissions.ts';
import { addCallRoutes } from './calls/call-routes.ts';
import { type CallPlanner, createCallPlanner } from './calls/plan-call.ts';
import { hasOperators } from './config/operators-schema.ts';
import type { ProxyDeps } from './deps.ts';
import { addFunnelRoute } from './funnel/funnel-route.ts';
import type { AppEnvironment } from './http/app-environment.ts';
import { createHttpApp } from './http/http-app.ts';
import { notFound, ProxyError } from './http/proxy-error.ts';
import { createCaptchaVerifier } from './intake/captcha.ts';
import { addIdentityRoute } from './intake/identity-route.ts';
import { addLeadRoute } from './intake/lead-route.ts';
import { createLeadTokens } from './intake/lead-tokens.ts';
import { createLeadReader } from './intake/read-lead.ts';
import { createUserTokenReader } from './intake/user-token.ts';
import { createLeadLimits } from './limits/lead-limits.ts';
import { silentLog } from './log.ts';
import { noMetrics, storeDownMetrics } from './metrics.ts';
import { addOperationsRoutes } from './operations-routes.ts';
import { addRatingRoute } from './ratings/rating-route.ts';
import { addSessionRoutes } from './session/session-routes.ts';
import { createSessionOpener } from './session/sessions.ts';
import type { LiveConfig } from './settings/live-config.ts';
import { recordFirstPage } from './widget/first-page.ts';
import { addHostedChat } from './widget/hosted-chat.ts';
import { addWidgetRoutes } from './widget/widget-routes.ts';

/** All routes of the proxy. What depends on keys that can change while it runs is computed from `live.config`. */
export function createApp(live: LiveConfig, deps: ProxyDeps): Hono<AppEnvironment> {
  const config = live.config.value;
  const limits = createLeadLimits(config.limits, deps.limiter);
  const app = createHttpApp(live.config, { ...deps, ...limits });
  const planCall = createLiveCallPlanner(live, deps);
  const openSession = createSessionOpener({
    ...deps,
    flowId: config.flowId,
    wssUrl: config.service.wssUrl,
    socketHost: config.assumptions.socketHost,
  });
  const tokens = createLeadTokens(deps);
  const verifyCaptcha = following(() =>
    createCaptchaVerifier(config.captcha, { ...deps, origins: live.config.value.origins }),
  );
  const readUserToken = following(() => createUserTokenReader({ ...live.config.value, now: deps.now }));
  const readLead = following(() => createLeadReader({ ...live.config.value, readUserToken, now: deps.now }));

  const ofVisitors = { live, limits, tokens, readLead, readUserToken, verifyCaptcha, openSession, planCall };
  const addVisitorRoutes = [
    addLeadRoute,
    addIdentityRoute,
    addSessionRoutes,
    addCallRoutes,
    addFunnelRoute,
    addRatingRoute,
  ];
  for (const addRoutes of addVisitorRoutes) addRoutes(app, { ...deps, ...ofVisitors });
  for (const path of ['/leadchat.js', '/config']) app.use(path, recordFirstPage({ ...deps, config: live.config }));
  addWidgetRoutes(app, live.config, deps.assets);
  addHostedChat(app, live.config);
  addOperationsRoutes(app, deps);
  app.use('/admin/*', async (_, next) => {
    if (!hasOperators(live.config.value)) throw notFound();
    await next();
  });
  addAdminPage(app, deps.assets, live.config);
  app.route(adminApiPath, createAdminApi({ ...deps, live, planCall }));
  return app;
}

/** Decides with the forms and the kill switch that apply when it is asked. */
export function createLiveCallPlanner({ config }: LiveConfig, { now }: Pick<ProxyDeps, 'now'>): CallPlanner {
  return following(() => createCallPlanner(config.value, now));
}

/** A function that is created anew when the configuration has changed from which it is created. */
function following<Args extends unknown[], Result>(create: () => (...args: Args) => Result): (...args: Args) => Result {
  const current = computed(create);
  return (...args) => current.value(...args);
}

/** Responds while the store cannot be opened. It sends the same CORS headers, so pages can read the Retry-After. */
export function createUnavailableApp({ config }: LiveConfig): Hono<AppEnvironment> {
  const app = createHttpApp(config, {
    log: silentLog,
    metrics: noMetrics,
    now: Date.now,
    takeRefusal: async () => ({ allowed: true }),
  });
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/metrics', (c) => c.body(storeDownMetrics.text, 200, { 'content-type': storeDownMetrics.contentType }));
  app.all('*', () => {
    throw new ProxyError('store-unavailable', {
      message: 'The store cannot be opened now. Try again later.',
      retryAfterSeconds: 5,
    });
  });
  return app;
}
