import { randomUUID } from 'node:crypto';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { ProxyConfig } from '../config/schema.ts';
import type { ProxyDeps } from '../deps.ts';
import type { LeadLimits } from '../limits/lead-limits.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { createClientAddressReader, createTrustCheck, isPrivateAddress, withoutMapping } from './address.ts';
import type { AppEnvironment } from './app-environment.ts';
import { createDeadlines } from './deadlines.ts';
import { defaultHeaders } from './default-headers.ts';
import { createErrorHandler } from './error-handler.ts';
import { guardBody } from './json-body.ts';
import { createOriginCheck, createOriginGate, createOriginWarning, type OriginCheck, pageCors } from './origins.ts';
import { notFound, ProxyError, rateLimited } from './proxy-error.ts';
import { countRefusal } from './refusal-limit.ts';
import { createHostCheck } from './require-host.ts';

/** Routes that pages call with what a visitor did. Pages call `/config`, too. */
const visitorRoutes = ['/leads', '/identity', '/sessions', '/calls/*', '/funnel'];
/** Longer than the slowest legitimate request: a captcha check and a session take at most 5 seconds each. */
const timeoutMs = 20_000;

export type HttpAppDeps = Pick<ProxyDeps, 'log' | 'metrics' | 'now'> & Pick<LeadLimits, 'takeRefusal'>;

/**
 * The app without routes: request ids, security headers, CORS, body limits, timeouts and error responses. Each middleware
 * costs every request a promise, so there are few: around everything, then who asks, and last what they send.
 */
export function createHttpApp(config: ReadonlySignal<ProxyConfig>, deps: HttpAppDeps): Hono<AppEnvironment> {
  const { log, now, metrics } = deps;
  const app = new Hono<AppEnvironment>();
  const originCheck = computed(() => createOriginCheck(config.value.origins));
  const allowedOrigin: OriginCheck = (origin) => originCheck.value(origin);
  const warnAboutOrigin = createOriginWarning(log, now);
  const cors = pageCors(allowedOrigin, warnAboutOrigin);
  app.use(prepareResponse(metrics));
  app.use(identifySender(config.value.trustedProxies, log, createOriginGate(allowedOrigin, warnAboutOrigin)));
  app.use('/config', cors);
  for (const route of visitorRoutes) {
    app.use(route, async (c, next) => {
      const preflight = await cors(c, next);
      await countRefusal(c, deps);
      return preflight;
    });
  }
  app.use(guardLoad(log));
  app.notFound(() => {
    throw notFound();
  });
  app.onError(createErrorHandler(deps));
  return app;
}

/** Gives the request an id and the response its headers, measures it, and ends it when it takes too long. */
function prepareResponse(metrics: Pick<Metrics, 'requestFinished'>): MiddlewareHandler<AppEnvironment> {
  const withinTime = createDeadlines({ timeoutMs, createError: tooSlow });
  return async (c, next) => {
    const startedAt = performance.now();
    // Not the client's X-Request-Id, because the id is written to the log.
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.header('x-request-id', requestId);
    // Routes replace some of them.
    for (const [name, value] of Object.entries(defaultHeaders)) c.header(name, value);
    for (const [name, value] of Object.entries(c.env?.responseHeaders ?? {})) c.header(name, value);
    await withinTime(next());
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

/** Finds the client's address. Refuses requests without Host, and those of other pages. */
function identifySender(
  trustedProxies: readonly string[],
  log: Log,
  checkOrigin: (c: Context<AppEnvironment>) => void,
): MiddlewareHandler<AppEnvironment> {
  const checkHost = createHostCheck(log);
  const findClientAddress = createClientAddressFinder(trustedProxies, log);
  return (c, next) => {
    checkHost(c);
    c.set('clientAddress', findClientAddress(c));
    checkOrigin(c);
    return next();
  };
}

/** Refuses requests over too many connections, and large bodies. */
function guardLoad(log: Log): MiddlewareHandler<AppEnvironment> {
  const checkBody = guardBody(log);
  return (c, next) => {
    if (c.env?.isOverConnectionLimit === true) throw rateLimited('connections', reconnectSeconds);
    return c.req.method === 'POST' ? checkBody(c, next) : next();
  };
}

/** Time in which connections that were refused have been closed. */
const reconnectSeconds = 5;

function tooSlow(): ProxyError {
  return new ProxyError('store-unavailable', {
    message: 'This takes too long. Try again later.',
    retryAfterSeconds: 5,
  });
}

function createClientAddressFinder(trustedProxies: readonly string[], log: Log) {
  const readClientAddress = createClientAddressReader(trustedProxies);
  const isTrusted = createTrustCheck(trustedProxies);
  const warnOnce = createWarnOnce(log);
  return (c: Context<AppEnvironment>): string | undefined => {
    const remote = withoutMapping(c.env?.remoteAddress ?? c.env?.incoming?.socket.remoteAddress);
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
    return readClientAddress(remote, forwardedFor);
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
