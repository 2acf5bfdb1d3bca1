import type { Context, MiddlewareHandler } from 'hono';
import { uuid } from '../../protocol/identifiers.ts';
import type { Log } from '../log.ts';
import { clientAddressOf, createTrustCheck, isPrivateAddress, type TrustCheck, withoutMapping } from './address.ts';
import type { AppEnvironment } from './app-environment.ts';
import { createWarnOnce } from './log-throttle.ts';
import { badRequest, notFound, ProxyError } from './proxy-error.ts';

/** Finds the client's address. Refuses aliases of a path, requests without Host, and those of other pages. */
export function identifySender(
  trustedProxies: readonly string[],
  log: Log,
  checkOrigin: (c: Context<AppEnvironment>) => void,
): MiddlewareHandler<AppEnvironment> {
  const warnOnce = createWarnOnce(log);
  const isTrusted = createTrustCheck(trustedProxies);
  const findClientAddress = createClientAddressFinder(isTrusted, warnOnce);
  return (c, next) => {
    refuseOtherSpellings(c);
    checkHost(c, warnOnce);
    c.set('clientAddress', findClientAddress(c));
    c.set('isFromTrustedProxy', isTrusted(remoteAddressOf(c)));
    checkOrigin(c);
    return next();
  };
}

/** The token of the header `Authorization: Bearer TOKEN`. */
export function bearerToken(c: Context<AppEnvironment>): string | undefined {
  return /^Bearer ([\x21-\x7e]+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
}

/**
 * The header `Idempotency-Key`. `of`: which requests have the same.
 * @throws ProxyError 400 without a UUID
 */
export function idempotencyKey(c: Context<AppEnvironment>, of: string): string {
  const key = c.req.header('idempotency-key')?.toLowerCase();
  if (key !== undefined && uuid.safeParse(key).success) return key;
  const message = `must be a header with a UUID, the same one for every ${of}`;
  throw badRequest([{ path: 'Idempotency-Key', message }]);
}

/** What load balancers and monitors request. HAProxy's usual check is HTTP/1.0, which knows no Host. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

/** Refuses requests without Host, as HTTP/1.1 demands (RFC 9112, 3.2), but answers the probes. */
function checkHost(c: Context<AppEnvironment>, warnOnce: Log['warn']): void {
  const { headers, httpVersionMajor } = c.env?.incoming ?? {};
  // An app that mounts the proxy has its own rule.
  if (headers === undefined || (headers.host ?? '') !== '') return;
  // HTTP/0.9 has no headers at all, and nobody speaks it but attackers.
  if (probes.has(c.req.path) && httpVersionMajor !== 0) return;
  warnOnce('host-missing', { hint: 'if this is a health check, let it request /readyz' });
  throw new ProxyError('bad-request', { message: 'The request has no Host header.' });
}

/** The remote end of the socket. */
function remoteAddressOf(c: Context<AppEnvironment>): string | undefined {
  return withoutMapping(c.env?.remoteAddress ?? c.env?.incoming?.socket.remoteAddress);
}

function createClientAddressFinder(isTrusted: TrustCheck, warnOnce: Log['warn']) {
  return (c: Context<AppEnvironment>): string | undefined => {
    const remote = remoteAddressOf(c);
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
    return clientAddressOf(remote, forwardedFor, isTrusted);
  };
}

/**
 * Refuses a path in any other spelling than its plain one. A reverse proxy may compare the path as it was sent, such as
 * `/%6Detrics` or `/x/../metrics`, while this app would decode it and answer what the reverse proxy keeps from visitors.
 * @throws ProxyError
 */
function refuseOtherSpellings(c: Context<AppEnvironment>): void {
  const sent = c.env?.incoming?.url;
  // An app that mounts the proxy may pass the whole path, or none.
  if (isPlainPath(pathOf(c.req.url)) && (sent === undefined || isPlainPath(pathOf(sent)))) return;
  throw notFound();
}

/** A request target without its query and, in the absolute form (RFC 9112, 3.2.2), without scheme and host. */
function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?#\\]*/, '').replace(/\?.*$/s, '');
}

/** Whether no reader can take a path for another one: no escape, no empty or hidden segment, nothing that parsers drop. */
function isPlainPath(path: string): boolean {
  return /^(?:(?:\/[\w~!$&'()*+,;=:@-][\w.~!$&'()*+,;=:@-]*)*\/?)$/.test(path);
}
