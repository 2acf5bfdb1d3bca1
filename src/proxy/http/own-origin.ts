import type { Context } from 'hono';
import type { AppEnvironment } from './app-environment.ts';

/**
 * The scheme and host by which the proxy is asked, as browsers write them in `Origin`. A reverse proxy in `trustedProxies` says
 * by X-Forwarded-Proto and X-Forwarded-Host what the visitor's browser sees. Undefined if that is no web address.
 */
export function ownOriginOf(c: Context<AppEnvironment>): string | undefined {
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
