import type { Context } from 'hono';
import type { Log } from '../log.ts';
import type { AppEnvironment } from './app-environment.ts';
import { ProxyError } from './proxy-error.ts';

/** What load balancers and monitors request. HAProxy's usual check is HTTP/1.0, which knows no Host. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

/** Refuses requests without Host, as HTTP/1.1 demands (RFC 9112, 3.2), but answers the probes. */
export function createHostCheck(log: Log): (c: Context<AppEnvironment>) => void {
  let hasWarned = false;
  return (c) => {
    const { headers, httpVersionMajor } = c.env?.incoming ?? {};
    // An app that mounts the proxy has its own rule.
    if (headers === undefined || (headers.host ?? '') !== '') return;
    // HTTP/0.9 has no headers at all, and nobody speaks it but attackers.
    if (probes.has(c.req.path) && httpVersionMajor !== 0) return;
    if (!hasWarned) log.warn('host-missing', { hint: 'if this is a health check, let it request /readyz' });
    hasWarned = true;
    throw new ProxyError('bad-request', { message: 'The request has no Host header.' });
  };
}
