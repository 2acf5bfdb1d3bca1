import type { Context } from 'hono';
import type { AppEnvironment } from './app-environment.ts';
import { notFound } from './proxy-error.ts';

/**
 * Refuses a path in any other spelling than its plain one. A reverse proxy may compare the path as it was sent, such as
 * `/%6Detrics` or `/x/../metrics`, while this app would decode it and answer what the reverse proxy keeps from visitors.
 * @throws ProxyError
 */
export function refuseOtherSpellings(c: Context<AppEnvironment>): void {
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
