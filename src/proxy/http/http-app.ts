import { randomUUID } from 'node:crypto';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { type Context, type ErrorHandler, Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { timeout } from 'hono/timeout';
import { maxLengthOf } from '../../protocol/field-value.ts';
import { maxBodyBytes, maxLeadBytes, maxRatingBytes } from '../../protocol/proxy/limits.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { ProxyDeps } from '../deps.ts';
import { ensureAllowed, type NamedLimitResult } from '../limits/limiter.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { isStoreError } from '../store/store-error.ts';
import type { AppEnvironment } from './app-environment.ts';
import { identifySender } from './identify-sender.ts';
import { guardBody } from './json-body.ts';
import { createLogThrottle, createOriginWarning, createOverloadWarning } from './log-throttle.ts';
import { createOriginGate, createPageCheck, pageCors } from './origins.ts';
import { isContentError, logStoreFailure, notFound, ProxyError, rateLimited, storeUnavailable } from './proxy-error.ts';

/** Routes that pages call with what a visitor did. Pages call `/config`, too. */
const visitorRoutes = ['/leads', '/identity', '/sessions', '/calls/*', '/funnel', '/ratings'];
/** Longer than the slowest legitimate request: a captcha check and a session take at most 5 seconds each. */
const timeoutMs = 20_000;

export type HttpAppDeps = Pick<ProxyDeps, 'log' | 'metrics' | 'now'> & {
  takeRefusal(address: string | undefined): Promise<NamedLimitResult>;
};

/**
 * The app without routes: request ids, security headers, CORS, body limits, timeouts and error responses. Each middleware
 * costs every request a promise, so there are few: around everything, then who asks, and last what they send.
 */
export function createHttpApp(config: ReadonlySignal<ProxyConfig>, deps: HttpAppDeps): Hono<AppEnvironment> {
  const { log, now, metrics } = deps;
  const app = new Hono<AppEnvironment>();
  const allowedOrigin = createPageCheck(config);
  const warnAboutOrigin = createOriginWarning(log, now);
  const cors = pageCors(allowedOrigin, warnAboutOrigin);
  app.use(prepareResponse(metrics));
  app.use(timeout(timeoutMs, tooSlow));
  app.use(identifySender(config.value.trustedProxies, log, createOriginGate(allowedOrigin, warnAboutOrigin)));
  app.use('/config', cors);
  for (const route of visitorRoutes) {
    app.use(route, async (c, next) => {
      const preflight = await cors(c, next);
      await countRefusal(c, deps);
      return preflight;
    });
  }
  const leadBytes = computed(() => leadBytesOf(config.value.forms));
  app.use(guardLoad(log, (path) => (path === '/leads' ? leadBytes.value : (bodyBytes.get(path) ?? maxBodyBytes))));
  app.notFound(() => {
    throw notFound();
  });
  app.onError(createErrorHandler(deps));
  return app;
}

/**
 * The headers of every response, unless its route says otherwise. Without `strict-transport-security`: it applies to the
 * whole host, so only the proxy's own server sends it.
 */
export const defaultHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Gives the request an id and the response its headers, and measures it. */
function prepareResponse(metrics: Pick<Metrics, 'requestFinished'>): MiddlewareHandler<AppEnvironment> {
  return async (c, next) => {
    const startedAt = performance.now();
    // Not the client's X-Request-Id, because the id is written to the log.
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.header('x-request-id', requestId);
    // Routes replace some of them.
    for (const [name, value] of Object.entries(defaultHeaders)) c.header(name, value);
    for (const [name, value] of Object.entries(c.env?.responseHeaders ?? {})) c.header(name, value);
    await next();
    // The last match is the route. Unknown paths match only middleware, which is registered for `*`.
    const path = routePath(c, -1);
    metrics.requestFinished({
      route: path === '/*' || path === '*' ? 'other' : path,
      method: c.req.method,
      status: c.res.status,
      seconds: (performance.now() - startedAt) / 1000,
    });
  };
}

/**
 * The largest bodies, where they are not the usual ones. Settings hold forms with their options in several languages, and a
 * download names up to 2,000 leads.
 */
const bodyBytes = new Map([
  ['/funnel', 1024],
  ['/ratings', maxRatingBytes],
  ...['/admin/api/settings', '/admin/api/settings/preview', '/admin/api/leads/csv'].map(
    (path) => [path, 131_072] as const,
  ),
]);

/** The longest text of an attribute. */
const maxAttributeLength = 2000;

/** The largest body of `POST /leads`: whatever one of the forms lets a visitor type, in any script, is accepted. */
function leadBytesOf(forms: ProxyConfig['forms']): number {
  const sizes = Object.values(forms).map(({ fields, attributes }) =>
    maxLeadBytes([...fields.map(maxLengthOf), ...attributes.map(() => maxAttributeLength)]),
  );
  return Math.max(...sizes, maxLeadBytes([]));
}

/** Refuses requests over too many connections, and large bodies. */
function guardLoad(log: Log, maxBytesOf: (path: string) => number): MiddlewareHandler<AppEnvironment> {
  const checkBody = guardBody(log, maxBytesOf);
  return (c, next) => {
    if (c.env?.isOverConnectionLimit === true) throw rateLimited('connections', reconnectSeconds);
    return bodiless.has(c.req.method) ? next() : checkBody(c, next);
  };
}

const bodiless = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Time in which connections that were refused have been closed. */
const reconnectSeconds = 5;

function tooSlow(): ProxyError {
  return new ProxyError('store-unavailable', {
    message: 'This takes too long. Try again later.',
    retryAfterSeconds: 5,
    overloaded: 'request',
  });
}

/**
 * Counts a request that was refused for its content, unless its route has done so before it looked something up, and
 * refuses an address over the limit instead. Checking a body costs as much as storing it, and guesses of forms would be
 * free.
 * @throws ProxyError
 */
async function countRefusal(
  c: Context<AppEnvironment>,
  { takeRefusal }: Pick<HttpAppDeps, 'takeRefusal'>,
): Promise<void> {
  if (!isContentError(c.error) || c.get('isRefusalCounted') === true) return;
  ensureAllowed(await takeRefusal(c.get('clientAddress')));
}

/** Turns every error into a response: the service's error body plus a stable code. */
function createErrorHandler({ log, metrics, now }: HttpAppDeps): ErrorHandler<AppEnvironment> {
  const warnAboutLimit = createLogThrottle(now, (limit, refused) => log.warn('rate-limited', { limit, refused }));
  const warnAboutOverload = createOverloadWarning(log, now);
  return (error, c) => {
    const { code, message, status, facts } = toProxyError(error, c.get('requestId'), log);
    const { issues, retryAfterSeconds, limit, overloaded, details } = facts;
    if (limit !== undefined) {
      metrics.requestLimited(limit);
      warnAboutLimit(limit);
    }
    if (overloaded !== undefined) warnAboutOverload(overloaded);
    if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds));
    if (code === 'unauthorized') c.header('www-authenticate', 'Bearer');
    return c.json({ status: 'failed', code, message, issues, ...details }, status);
  };
}

function toProxyError(error: Error, requestId: string, log: Log): ProxyError {
  if (error instanceof ProxyError) return error;
  if (!isStoreError(error)) {
    log.error('request-failed', error, { requestId });
    return new ProxyError('internal', { message: `Something went wrong. Request ${requestId}.` });
  }
  if (error.code === 'row-refused') {
    log.error('lead-refused', error, { requestId });
    return new ProxyError('bad-request', { message: 'The database cannot store this request.' });
  }
  logStoreFailure(log, error, requestId);
  return storeUnavailable(error, 'The request cannot be stored now. Try again later.');
}
