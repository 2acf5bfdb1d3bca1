import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { requestId } from 'hono/request-id';
import { routePath } from 'hono/route';
import { secureHeaders } from 'hono/secure-headers';
import { timeout } from 'hono/timeout';
import type { ProxyConfig } from '../config/schema.ts';
import { isWildcardOrigin } from '../config/values.ts';
import type { ProxyDeps } from '../deps.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { createClientAddressReader, createTrustCheck, isPrivateAddress } from './address.ts';
import type { AppEnvironment } from './environment.ts';
import { createErrorHandler } from './error-handler.ts';
import { limitBody, refuseReadBody } from './json-body.ts';
import { notFound, ProxyError } from './proxy-error.ts';

/** Routes that pages call with fetch. */
const pageRoutes = ['/leads', '/identity', '/sessions', '/calls/*', '/config'];

/** Longer than the slowest honest request: a captcha check and a session take 5 seconds each at most. */
const timeoutMs = 20_000;

export type HttpAppDeps = Pick<ProxyDeps, 'log' | 'metrics' | 'now'>;

/** The app without routes: request ids, security headers, CORS, body limits, timeouts and error responses. */
export function createHttpApp(config: ProxyConfig, { log, metrics, now }: HttpAppDeps): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();
  const allowedOrigin = createOriginCheck(config.origins);
  // Never the client's own X-Request-Id: it is written to the log.
  app.use(requestId({ limitLength: 0 }));
  app.use(observeRequests(metrics));
  app.use(securityHeaders);
  app.use(noStoreByDefault);
  app.use(findClientAddress(config.trustedProxies, log));
  const warnAboutOrigin = createOriginWarning(log, now);
  app.use(refuseOtherOrigins(allowedOrigin, warnAboutOrigin));
  for (const route of pageRoutes) app.use(route, pageCors(allowedOrigin, warnAboutOrigin));
  app.use(timeout(timeoutMs, tooSlow));
  app.post('*', refuseReadBody(log), limitBody);
  app.notFound(() => {
    throw notFound();
  });
  app.onError(createErrorHandler({ log, metrics, now }));
  return app;
}

/** The value of Access-Control-Allow-Origin; undefined when the page is not in `origins`. */
type OriginCheck = (origin: string | undefined) => string | undefined;

/**
 * Exact match only: no suffixes, and never `null`, the origin of sandboxed frames and local files. In development,
 * `http://localhost:*` allows every port of this machine.
 */
function createOriginCheck(origins: readonly string[]): OriginCheck {
  const allowed = new Set(origins);
  if (allowed.has('*')) return () => '*';
  const isAllowed = origins.some(isWildcardOrigin)
    ? (origin: string) => allowed.has(origin) || allowed.has(anyPortOf(origin))
    : (origin: string) => allowed.has(origin);
  return (origin) => (origin !== undefined && origin !== 'null' && isAllowed(origin) ? origin : undefined);
}

/** `http://localhost:8080` becomes `http://localhost:*`. */
function anyPortOf(origin: string): string {
  const url = URL.parse(origin);
  return url?.origin === origin ? `${url.protocol}//${url.hostname}:*` : '';
}

/**
 * CORS only keeps a page from reading the response, so other pages' requests that could change something are refused.
 * Other clients can forge the header; the limits are the defence against those. The admin API needs a token anyway.
 */
function refuseOtherOrigins(
  allowedOrigin: OriginCheck,
  warnAboutOrigin: (origin: string) => void,
): MiddlewareHandler<AppEnvironment> {
  return async (c, next) => {
    const origin = c.req.header('origin');
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    const isAdmin = c.req.path === '/admin' || c.req.path.startsWith('/admin/');
    if (origin === undefined || isRead || isAdmin || allowedOrigin(origin) !== undefined) return next();
    warnAboutOrigin(origin);
    c.header('vary', 'Origin');
    throw new ProxyError('origin-not-allowed', {
      message: 'This page may not call this proxy. Its operator lists the allowed pages in `origins`.',
    });
  };
}

/**
 * `hono/cors` handles the preflights. For other requests it would copy the whole response, which costs a quarter of the
 * intake, so those get their headers here.
 */
function pageCors(
  allowedOrigin: OriginCheck,
  warnAboutOrigin: (origin: string) => void,
): MiddlewareHandler<AppEnvironment> {
  const preflight = cors({
    origin: (origin) => allowedOrigin(origin),
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['Content-Type', 'Idempotency-Key', 'Authorization'],
    maxAge: 7200,
  });
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next);
    const requested = c.req.header('origin');
    const origin = allowedOrigin(requested);
    c.header('vary', 'Origin');
    if (origin !== undefined) {
      c.header('access-control-allow-origin', origin);
      c.header('access-control-expose-headers', 'Retry-After, X-Request-Id');
    } else if (requested !== undefined) warnAboutOrigin(requested);
    await next();
  };
}

const warnAgainMs = 600_000;
const maxWarnings = 20;

/** Tells the operator which page is not in `origins`: once per page and ten minutes, so that nobody can fill the log. */
function createOriginWarning(log: Log, now: () => number): (origin: string) => void {
  let warned = new Set<string>();
  let since = Number.NEGATIVE_INFINITY;
  return (header) => {
    if (now() - since > warnAgainMs) {
      warned = new Set();
      since = now();
    }
    // Anyone can send any text as a header; only an origin is logged.
    const origin = URL.parse(header)?.origin ?? 'null';
    if (warned.has(origin) || warned.size >= maxWarnings) return;
    warned.add(origin);
    log.warn('origin-refused', { origin: origin.slice(0, 200), setting: 'origins (LEADCHAT_ORIGINS)' });
  };
}

function tooSlow(): ProxyError {
  return new ProxyError('store-unavailable', {
    message: 'This takes too long. Try again later.',
    retryAfterSeconds: 5,
  });
}

function observeRequests(metrics: Pick<Metrics, 'requestFinished'>): MiddlewareHandler<AppEnvironment> {
  return async (c, next) => {
    const startedAt = performance.now();
    await next();
    // The last match is the route; paths without one match only middleware, which is registered for `*`.
    const path = routePath(c, -1);
    metrics.requestFinished({
      route: path === '/*' || path === '*' ? 'other' : path,
      method: c.req.method,
      status: c.res.status,
      seconds: (performance.now() - startedAt) / 1000,
    });
  };
}

const securityHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
  },
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
  // Concerns the whole host, so only the proxy's own server sends it.
  strictTransportSecurity: false,
  xFrameOptions: 'DENY',
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  // The admin dashboard has its own policy, and the widget's files may be used by other sites.
  overwrite: false,
});

const noStoreByDefault: MiddlewareHandler = async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
};

function findClientAddress(trustedProxies: readonly string[], log: Log): MiddlewareHandler<AppEnvironment> {
  const readClientAddress = createClientAddressReader(trustedProxies);
  const isTrusted = createTrustCheck(trustedProxies);
  const warnOnce = createWarnOnce(log);
  return async (c, next) => {
    const remote = c.env?.remoteAddress ?? c.env?.incoming?.socket.remoteAddress;
    const forwardedFor = c.req.header('x-forwarded-for');
    if (remote === undefined) {
      warnOnce('address-unknown', { hint: 'pass { remoteAddress } to fetch(), or all visitors share one limit' });
    } else if (forwardedFor !== undefined && !isTrusted(remote)) {
      warnOnce('forwarded-address-ignored', {
        // A public address may be that of a visitor, which the log does not hold.
        from: isPrivateAddress(remote) ? remote : 'a public address',
        hint: 'if this is your reverse proxy, list its address in trustedProxies (LEADCHAT_TRUSTED_PROXIES), or all visitors share one limit',
      });
    }
    c.set('clientAddress', readClientAddress(remote, forwardedFor));
    await next();
  };
}

/** The same mistake concerns every request, so the log mentions it once. */
function createWarnOnce(log: Log): Log['warn'] {
  const warned = new Set<string>();
  return (event, facts) => {
    if (warned.has(event)) return;
    warned.add(event);
    log.warn(event, facts);
  };
}
