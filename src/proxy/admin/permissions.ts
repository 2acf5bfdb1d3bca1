import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { type AuditAction, type OperatorRole, operatorRoles } from '../../protocol/admin/operator.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { ProxyError } from '../http/proxy-error.ts';

/** The least role that may use a route, and what the audit list calls it. */
export type Permission = { role: OperatorRole; action?: AuditAction };

/** Where the API is. */
export const adminApiPath = '/admin/api';

/** Every route of the admin API. One that is missing here is for owners only. */
export const permissions: Readonly<Record<string, Permission>> = {
  'GET /overview': { role: 'viewer' },
  'GET /getting-started': { role: 'viewer' },
  'POST /getting-started/put-away': { role: 'agent' },
  'GET /causes': { role: 'viewer' },
  'GET /audit': { role: 'viewer' },
  'GET /funnel': { role: 'viewer' },
  'GET /funnel/csv': { role: 'owner' },
  'GET /ratings': { role: 'viewer' },
  'GET /leads': { role: 'viewer' },
  'POST /leads/search': { role: 'viewer' },
  'POST /leads/count': { role: 'viewer' },
  'GET /leads/:lead': { role: 'viewer', action: 'lead-opened' },
  'POST /leads/csv': { role: 'owner', action: 'leads-exported' },
  // Of its actions, `erase` is for owners.
  'POST /leads/bulk': { role: 'agent' },
  'POST /leads/:lead/replay': { role: 'agent', action: 'lead-replayed' },
  'POST /leads/:lead/release': { role: 'agent', action: 'lead-released' },
  'POST /leads/:lead/resolve': { role: 'agent', action: 'lead-resolved' },
  'POST /leads/:lead/close': { role: 'agent', action: 'lead-closed' },
  'POST /leads/:lead/correct': { role: 'agent', action: 'lead-corrected' },
  'POST /leads/:lead/notes': { role: 'agent', action: 'note-added' },
  'POST /leads/:lead/erase': { role: 'owner', action: 'lead-erased' },
  'POST /erase': { role: 'owner', action: 'phone-erased' },
  'GET /calls': { role: 'viewer' },
  'POST /calls': { role: 'agent', action: 'call-planned' },
  'POST /calls/:call/move': { role: 'agent', action: 'call-moved' },
  'POST /calls/end-unknown': { role: 'agent' },
  'POST /calls/:call/end': { role: 'agent' },
  'GET /blocklist': { role: 'viewer' },
  'POST /blocklist': { role: 'agent', action: 'number-blocked' },
  'DELETE /blocklist': { role: 'agent', action: 'number-unblocked' },
  'DELETE /blocklist/:id': { role: 'agent', action: 'number-unblocked' },
  'GET /webhooks': { role: 'viewer' },
  'GET /webhooks/receivers': { role: 'viewer' },
  'PUT /webhooks/receivers': { role: 'owner' },
  'DELETE /webhooks/receivers': { role: 'owner' },
  'POST /webhooks/receivers/seal': { role: 'owner' },
  'POST /webhooks/test': { role: 'agent', action: 'webhook-tested' },
  'POST /webhooks/replay-dead': { role: 'agent', action: 'webhooks-replayed' },
  'POST /webhooks/send-pending': { role: 'agent', action: 'webhooks-replayed' },
  'POST /webhooks/dismiss-dead': { role: 'agent', action: 'webhooks-dismissed' },
  'POST /webhooks/dismiss-orphaned': { role: 'agent', action: 'webhooks-dismissed' },
  'POST /webhooks/:webhook/replay': { role: 'agent', action: 'webhooks-replayed' },
  'POST /webhooks/:webhook/dismiss': { role: 'agent', action: 'webhooks-dismissed' },
  'GET /settings': { role: 'viewer' },
  'GET /settings/history': { role: 'viewer' },
  'PUT /settings': { role: 'owner', action: 'settings-saved' },
  'PUT /settings/preview': { role: 'owner' },
  'POST /settings/restore': { role: 'owner', action: 'settings-restored' },
};

/** The route that handles a request, without the path of the API; undefined if there is none. */
export function adminRouteOf(c: Context<AppEnvironment>): string | undefined {
  const route = matchedRoutes(c).find(({ method, path }) => method !== 'ALL' && path.startsWith(adminApiPath));
  return route && `${route.method} ${route.path.slice(adminApiPath.length)}`;
}

/** The routes that this role may use. */
export function allowedRoutes(role: OperatorRole): string[] {
  return Object.keys(permissions).filter((route) => includesRole(role, permissions[route]?.role ?? 'owner'));
}

/** Middleware that refuses a request whose operator may not use its route. */
export function checkRole(): MiddlewareHandler<AppEnvironment> {
  return async (c, next) => {
    const route = adminRouteOf(c);
    if (route !== undefined) requireRole(c, permissions[route]?.role ?? 'owner');
    await next();
  };
}

/** @throws ProxyError 403 if the operator of this request has a lesser role */
export function requireRole(c: Context<AppEnvironment>, role: OperatorRole): void {
  const own = c.get('operator').role;
  if (includesRole(own, role)) return;
  throw new ProxyError('not-allowed', { message: `This needs the role ${role}; yours is ${own}.` });
}

/** Whether the operator of this request still has the role. */
export function stillHasRole(c: Context<AppEnvironment>, role: OperatorRole): boolean {
  const operator = c.get('operatorNow')();
  return operator !== undefined && includesRole(operator.role, role);
}

function includesRole(own: OperatorRole, needed: OperatorRole): boolean {
  return operatorRoles.indexOf(own) >= operatorRoles.indexOf(needed);
}
