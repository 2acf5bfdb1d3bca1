import { Hono, type MiddlewareHandler } from 'hono';
import { requestId } from 'hono/request-id';
import { routePath } from 'hono/route';
import { secureHeaders } from 'hono/secure-headers';
import { timeout } from 'hono/timeout';
import type { ProxyConfig } from '../config/schema.ts';
import type { ProxyDeps } from '../deps.ts';
import type { LeadLimits } from '../limits/lead-limits.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { createClientAddressReader, createTrustCheck, isPrivateAddress } from './address.ts';
import type { AppEnvironment } from './app-environment.ts';
import { createErrorHandler } from './error-handler.ts';
import { limitBody, refuseReadBody } from './json-body.ts';
import { createOriginCheck, createOriginWarning, pageCors, refuseOtherOrigins } from './origins.ts';
import { notFound, ProxyError, rateLimited } from './proxy-error.ts';
import { limitRefusals } from './refusal-limit.ts';
import { requireHost } from './require-host.ts';

/** Routes that pages call with what a visitor did. */
const visitorRoutes = ['/leads', '/identity', '/sessions', '/calls/*'];
/** Routes that pages call with fetch. */
const pageRoutes = [...visitorRoutes, '/config'];

/** Longer than the slowest legitimate request: a captcha check and a session take at most 5 seconds each. */
const timeoutMs = 20_000;

export type HttpAppDeps = Pick<ProxyDeps, 'log' | 'metrics' | 'now'> & Pick<LeadLimits, 'takeRefusal'>;

/** The app without routes: request ids, security headers, CORS, body limits, timeouts and error responses. */
export function createHttpApp(
  config: ProxyConfig,
  { log, metrics, now, takeRefusal }: HttpAppDeps,
): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();
  const allowedOrigin = createOriginCheck(config.origins);
  // Ignores the client's X-Request-Id, because the id is written to the log.
  app.use(requestId({ limitLength: 0 }));
  app.use(observeRequests(metrics));
  app.use(securityHeaders);
  app.use(noStoreByDefault);
  app.use(requireHost(log));
  app.use(findClientAddress(config.trustedProxies, log));
  const warnAboutOrigin = createOriginWarning(log, now);
  app.use(refuseOtherOrigins(allowedOrigin, warnAboutOrigin));
  for (const route of pageRoutes) app.use(route, pageCors(allowedOrigin, warnAboutOrigin));
  app.use(refuseExcessConnections);
  for (const route of visitorRoutes) app.use(route, limitRefusals({ takeRefusal }));
  app.use(timeout(timeoutMs, tooSlow));
  app.post('*', refuseReadBody(log), limitBody);
  app.notFound(() => {
    throw notFound();
  });
  app.onError(createErrorHandler({ log, metrics, now }));
  return app;
}

/** Time in which connections that were refused have been closed. */
const reconnectSeconds = 5;

const refuseExcessConnections: MiddlewareHandler<AppEnvironment> = async (c, next) => {
  if (c.env?.isOverConnectionLimit === true) throw rateLimited('connections', reconnectSeconds);
  return next();
};

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

const securityHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
  },
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
  // Applies to the whole host, so only the proxy's own server sends it.
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
        // A public address may be a visitor's, and the log contains no visitors' addresses.
        from: isPrivateAddress(remote) ? remote : 'a public address',
        hint: 'if this is your reverse proxy, list its address in trustedProxies (LEADCHAT_TRUSTED_PROXIES), or all visitors share one limit',
      });
    }
    c.set('clientAddress', readClientAddress(remote, forwardedFor));
    await next();
  };
}

/** The mistake affects every request, so it is logged once. */
function createWarnOnce(log: Log): Log['warn'] {
  const warned = new Set<string>();
  return (event, facts) => {
    if (warned.has(event)) return;
    warned.add(event);
    log.warn(event, facts);
  };
}
