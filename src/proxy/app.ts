import { Hono } from 'hono';
import { addAdminPage } from './admin/admin-page.ts';
import { createAdminApi } from './admin/admin-routes.ts';
import { addCallRoutes } from './calls/call-routes.ts';
import { createCallPlanner } from './calls/plan-call.ts';
import { createCaptchaJudge } from './captcha.ts';
import type { ProxyConfig } from './config/schema.ts';
import { answerHeaders, failed } from './http/answer.ts';
import { clientAddressReader } from './http/client-address.ts';
import type { AppEnvironment } from './http/exchange.ts';
import { notFound } from './http/failures.ts';
import { preflightHeaders, readOrigin } from './http/origin.ts';
import { createLeadRoute } from './intake/lead-route.ts';
import { createLeadLimits } from './limits/lead-limits.ts';
import { addOperationsRoutes } from './operations/operations-routes.ts';
import type { ProxyDeps } from './parts.ts';
import { createSessionOpener } from './session/open-session.ts';
import { createSessionRoute } from './session/session-route.ts';
import { isStoreError } from './store/index.ts';
import { addWidgetRoutes } from './widget/widget-routes.ts';

/** All routes of the proxy. It knows nothing of Node: whatever it needs of its pageLifecycle is in `parts`. */
export function createApp(config: ProxyConfig, parts: ProxyDeps): Hono<AppEnvironment> {
  const { store, client, log } = parts;
  const app = new Hono<AppEnvironment>();
  const origins = new Set(config.origins);
  const clientAddress = clientAddressReader(config.trustedProxies);
  const limits = createLeadLimits(config.limits, parts.limiter);
  const planCall = createCallPlanner(config, parts.now);
  const onStored = () => parts.delivery.wake();
  const openSession = createSessionOpener({
    client,
    flowId: config.flowId,
    wssUrl: config.service.wssUrl,
    socketHost: config.assumptions.socketHost,
    metrics: parts.metrics,
    log,
  });

  let toldOfUnknownAddress = false;

  app.use(async (c, next) => {
    const remote = c.env?.remoteAddress ?? c.env?.incoming?.socket.remoteAddress;
    if (remote === undefined && !toldOfUnknownAddress) {
      toldOfUnknownAddress = true;
      log.warn('address-unknown', {
        hint: 'hand { remoteAddress } to fetch(), or all visitors share the limits of one',
      });
    }
    const exchange = {
      requestId: crypto.randomUUID(),
      origin: readOrigin(c.req.header('origin'), origins),
      address: clientAddress(remote, c.req.header('x-forwarded-for')),
    };
    c.set('exchange', exchange);
    if (
      exchange.origin.kind === 'refused' &&
      c.req.method !== 'GET' &&
      c.req.method !== 'HEAD' &&
      !isAdmin(c.req.path)
    ) {
      return failed(exchange, {
        code: 'origin-not-allowed',
        message: 'Pages of this origin may not call this proxy; its operator lists them in `origins`.',
      });
    }
    if (c.req.method === 'OPTIONS') {
      return new Response(null, { status: 204, headers: answerHeaders(exchange, preflightHeaders) });
    }
    return next();
  });

  app.post(
    '/leads',
    createLeadRoute({
      config,
      store,
      limits,
      openSession,
      judgeCaptcha: createCaptchaJudge(config.captcha, { origins: config.origins, fetch: parts.fetch, log }),
      planCall,
      metrics: parts.metrics,
      onStored,
      log,
      now: parts.now,
      digest: parts.digest,
    }),
  );
  app.post('/sessions', createSessionRoute({ store, limits, openSession }));
  addCallRoutes(app, { store, client, planCall, metrics: parts.metrics, onRequested: onStored, log, now: parts.now });
  addWidgetRoutes(app, config, parts.assets);
  addOperationsRoutes(app, parts);
  if (config.adminToken !== undefined) {
    addAdminPage(app, parts.assets);
    const failedAttempts = parts.limiter('admin', { points: 10, seconds: 60 });
    const callTtlMs = config.calls.expireSeconds * 1000;
    app.route('/admin/api', createAdminApi({ ...parts, token: config.adminToken, failedAttempts, callTtlMs }));
  }

  app.notFound((c) => failed(c.get('exchange'), notFound));
  app.onError((error, c) => {
    const exchange = c.get('exchange');
    const { requestId } = exchange;
    if (isStoreError(error) && error.code === 'row-refused') {
      log.error('lead-refused', error, { requestId });
      return failed(exchange, { code: 'bad-request', message: 'This cannot be stored as it is.' });
    }
    if (isStoreError(error)) {
      log.error('store-failed', error, { requestId, code: error.code });
      const retryAfterSeconds = Math.ceil((error.retryAfterMs ?? 5000) / 1000);
      return failed(exchange, {
        code: 'store-unavailable',
        message: 'Cannot be stored now. Try again later.',
        retryAfterSeconds,
      });
    }
    log.error('request-failed', error, { requestId });
    return failed(exchange, { code: 'internal', message: `Something went wrong here. Request ${requestId}.` });
  });
  return app;
}

/** The operator's API is opened by its token, which no foreign page has. */
function isAdmin(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/');
}
