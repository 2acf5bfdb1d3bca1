import type { Context, Hono, MiddlewareHandler } from 'hono';
import * as z from 'zod';
import type { CloseRequest, LeadAction } from '../../protocol/admin/leads.ts';
import type { AuditAction, adminAudit } from '../../protocol/admin/operator.ts';
import { cleanText } from '../../protocol/clean-text.ts';
import { uuid } from '../../protocol/identifiers.ts';
import type { AdminDeps } from '../deps.ts';
import type { Decision } from '../domain/lead.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { logStoreFailure } from '../http/proxy-error.ts';
import { isoTime } from '../iso-time.ts';
import { isStoreError } from '../store/store-error.ts';
import { pageLimit, readQuery } from './list-query.ts';
import { adminApiPath, adminRouteOf, permissions } from './permissions.ts';

const auditQuery = z.strictObject({
  /** Only what was done with this lead. */
  lead: z.optional(uuid),
  before: z.coerce.number().int().min(1).optional(),
  limit: pageLimit,
});

/** `GET /audit`: what operators have done. */
export function addAuditRoute(app: Hono<AppEnvironment>, { store }: Pick<AdminDeps, 'store'>): void {
  app.get('/audit', async (c) => {
    const query = readQuery(c, auditQuery);
    const records = await store.listAudit(query);
    return c.json({
      entries: records.map(({ at, ...record }) => ({ ...record, at: isoTime(at) })),
      next: records.length === query.limit ? records.at(-1)?.id.toString() : undefined,
    } satisfies z.input<typeof adminAudit>);
  });
}

type Act = { action: AuditAction; lead?: string; detail?: string };

/** Says what a request has done to which leads, where its route alone does not. */
export function noteActs(c: Context<AppEnvironment>, acts: readonly Act[]): void {
  c.set('audit', { ...c.get('audit'), acts });
}

/**
 * Middleware that records what operators do. A viewer gets a whole lead only once that is recorded; what has been done to a
 * lead is recorded afterwards, and the log says so if that fails.
 */
export function recordActs({
  store,
  log,
  now,
}: Pick<AdminDeps, 'store' | 'log' | 'now'>): MiddlewareHandler<AppEnvironment> {
  return async (c, next) => {
    await next();
    const acts = actsOf(c);
    if (acts.length === 0) return;
    const { role } = c.get('operator');
    const by = c.get('audit')?.by ?? actorOf(c);
    try {
      await store.recordAudit(acts.map((act) => ({ ...act, at: now(), by, role })));
    } catch (error) {
      if (c.req.method === 'GET' || !isStoreError(error)) throw error;
      logStoreFailure(log, error, c.get('requestId'));
      log.warn('audit-incomplete', { requestId: c.get('requestId'), action: acts[0]?.action, leads: acts.length });
    }
  };
}

function actsOf(c: Context<AppEnvironment>): readonly Act[] {
  const noted = c.get('audit')?.acts;
  if (noted !== undefined) return noted;
  const route = adminRouteOf(c);
  const action = route === undefined ? undefined : permissions[route]?.action;
  if (route === undefined || action === undefined || !c.res.ok) return [];
  // All others have seen the lead in their lists.
  if (action === 'lead-opened' && c.get('operator').role !== 'viewer') return [];
  const lead = leadOf(c.req.path, route);
  return [{ action, ...(lead !== undefined && { lead }) }];
}

/** The lead in the path of a request. */
function leadOf(path: string, route: string): string | undefined {
  const index = route.split(' ')[1]?.split('/').indexOf(':lead') ?? -1;
  return index < 0 ? undefined : path.slice(path.indexOf(adminApiPath) + adminApiPath.length).split('/')[index];
}

/** What a bulk action does to each lead. */
export const bulkActs: Record<LeadAction, AuditAction> = {
  replay: 'lead-replayed',
  release: 'lead-released',
  'resolve-done': 'lead-resolved',
  'resolve-skipped': 'lead-resolved',
  close: 'lead-closed',
  erase: 'lead-erased',
};

/** Who decides, and why. */
export function decisionOf(c: Context<AppEnvironment>, now: number, { by, reason }: CloseRequest = {}): Decision {
  const why = cleanText(reason ?? '');
  return { now, by: actorOf(c, by), reason: why === '' ? undefined : why };
}

/**
 * Who acts: the operator's own name, whatever a request claims. The admin token has none: then it is the name that was
 * entered, or else the address that sends the request. The audit list says the same.
 */
export function actorOf(c: Context<AppEnvironment>, entered?: string): string {
  const own = c.get('operator').name ?? cleanText(entered ?? '');
  const by = own === '' ? (c.get('clientAddress') ?? 'unknown') : own;
  c.set('audit', { ...c.get('audit'), by });
  return by;
}
