import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { ProxyConfig } from '../config/schema.ts';
import { isWildcardOrigin } from '../config/values.ts';
import type { AppEnvironment } from './app-environment.ts';
import { ProxyError } from './proxy-error.ts';

/** The value of Access-Control-Allow-Origin; undefined when the page is not in `origins`. */
export type OriginCheck = (origin: string | undefined) => string | undefined;

/** The same for the page that a request comes from. */
export type PageCheck = (c: Context<AppEnvironment>) => string | undefined;

/**
 * Exact match only: no suffixes, and never `null`, the origin of sandboxed frames and local files. In development,
 * `http://localhost:*` allows every port of this machine.
 */
export function createOriginCheck(origins: readonly string[]): OriginCheck {
  const allowed = new Set(origins);
  if (allowed.has('*')) return () => '*';
  const isAllowed = origins.some(isWildcardOrigin)
    ? (origin: string) => allowed.has(origin) || allowed.has(anyPortOf(origin))
    : (origin: string) => allowed.has(origin);
  return (origin) => (origin !== undefined && origin !== 'null' && isAllowed(origin) ? origin : undefined);
}

/** The same for the origins that apply when it is asked. */
export function createLiveOriginCheck(config: ReadonlySignal<Pick<ProxyConfig, 'origins'>>): OriginCheck {
  const check = computed(() => createOriginCheck(config.value.origins));
  return (origin) => check.value(origin);
}

/** Of the page that a request comes from. With `hostedChat`, the proxy's own page counts, too. */
export function createPageCheck(config: ReadonlySignal<Pick<ProxyConfig, 'origins' | 'hostedChat'>>): PageCheck {
  const check = createLiveOriginCheck(config);
  return (c) => {
    const origin = c.req.header('origin');
    return check(origin) ?? (config.value.hostedChat && origin === ownOriginOf(c) ? origin : undefined);
  };
}

/**
 * The scheme and host by which the proxy is asked, as browsers write them in `Origin`. A reverse proxy in `trustedProxies` says
 * by X-Forwarded-Proto and X-Forwarded-Host what the visitor's browser sees. Undefined if that is no web address.
 */
function ownOriginOf(c: Context<AppEnvironment>): string | undefined {
  const { protocol, host } = new URL(c.req.url);
  const scheme = forwarded(c, 'x-forwarded-proto') ?? protocol.slice(0, -1);
  const name = forwarded(c, 'x-forwarded-host') ?? c.req.header('host') ?? host;
  if (!/^https?$/i.test(scheme) || /[\s/?#@\\]/.test(name)) return undefined;
  return URL.parse(`${scheme}://${name}`)?.origin;
}

/** The value that the reverse proxy nearest to the visitor has set. */
function forwarded(c: Context<AppEnvironment>, name: string): string | undefined {
  if (c.get('isFromTrustedProxy') !== true) return undefined;
  return c.req.header(name)?.split(',', 1)[0]?.trim() || undefined;
}

/** `http://localhost:8080` becomes `http://localhost:*`. */
function anyPortOf(origin: string): string {
  const url = URL.parse(origin);
  return url?.origin === origin ? `${url.protocol}//${url.hostname}:*` : '';
}

/**
 * Refuses requests of other pages that could change something, because CORS only stops a page from reading the
 * response. Clients other than browsers can forge the header; the limits protect against those. The admin API needs a
 * token anyway.
 */
export function createOriginGate(
  allowedOrigin: PageCheck,
  warnAboutOrigin: (origin: string) => void,
): (c: Context<AppEnvironment>) => void {
  return (c) => {
    const { method, path } = c.req;
    if (method === 'GET' || method === 'HEAD') return;
    const origin = c.req.header('origin');
    if (origin === undefined || allowedOrigin(c) !== undefined) return;
    if (path === '/admin' || path.startsWith('/admin/')) return;
    warnAboutOrigin(origin);
    c.header('vary', 'Origin');
    throw new ProxyError('origin-not-allowed', {
      message: 'This page may not call this proxy. Its operator lists the allowed pages in `origins`.',
    });
  };
}

/** What the widget sends. */
const ownHeaders = ['Content-Type', 'Idempotency-Key', 'Authorization'];

/**
 * Headers that say who sends a request, by which way, or as which method: the proxy, or a server before it, believes some of
 * them. Browsers let a page set them.
 */
const believedHeaders =
  /forwarded|real-ip|client-ip|connecting-ip|original-|rewrite-|method|cookie|^(?:via|host|origin|forwarded|proxy-.*|sec-.*|cf-.*)$/i;

/**
 * The headers that a page in `origins` may send: those that it asks for, without the ones that a server believes. Scripts of the page wrap `fetch` and add headers of their own to every request:
 * `traceparent`, `x-requested-with`, those of each monitoring vendor. The proxy reads none of them, so they harm nothing; a
 * preflight that refuses them would lose the lead. The widget cannot avoid the wrapper instead: it may be there first.
 */
function allowedHeaders(requested = ''): string {
  const added = requested
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[a-z\d][\w.-]*$/i.test(name) && !believedHeaders.test(name));
  const isOwn = (name: string) => ownHeaders.some((own) => own.toLowerCase() === name.toLowerCase());
  return [...ownHeaders, ...added.filter((name) => !isOwn(name))].join();
}

/**
 * `hono/cors` handles the preflights. Other requests get their headers here, because `hono/cors` would copy each
 * response, which makes the intake a quarter slower.
 */
export function pageCors(
  allowedOrigin: PageCheck,
  warnAboutOrigin: (origin: string) => void,
): MiddlewareHandler<AppEnvironment> {
  const preflight = cors({
    origin: (_, c: Context<AppEnvironment>) => allowedOrigin(c),
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ownHeaders,
    maxAge: 7200,
  });
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') {
      const response = await preflight(c, next);
      c.header('access-control-allow-headers', allowedHeaders(c.req.header('access-control-request-headers')));
      return response;
    }
    const requested = c.req.header('origin');
    const origin = allowedOrigin(c);
    c.header('vary', 'Origin');
    if (origin !== undefined) {
      c.header('access-control-allow-origin', origin);
      c.header('access-control-expose-headers', 'Retry-After, X-Request-Id');
    } else if (requested !== undefined) warnAboutOrigin(requested);
    return next();
  };
}
