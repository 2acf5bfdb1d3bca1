import type { Hono } from 'hono';
import { leadReference, uuid } from '../../protocol/index.ts';
import { readCallStatus } from '../delivery/call-status.ts';
import type { ProxyDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/environment.ts';
import { readJson } from '../http/json-body.ts';
import { notFound, ProxyError, rateLimited } from '../http/proxy-error.ts';
import type { LeadTokens } from '../intake/lead-tokens.ts';
import type { Metrics } from '../metrics.ts';
import type { CallLog, LeadIntake } from '../store/index.ts';
import type { CallPlanner, CallRefusal } from './plan-call.ts';

export type CallRouteDeps = Pick<ProxyDeps, 'client' | 'log' | 'now'> & {
  store: Pick<LeadIntake, 'find'> & CallLog;
  tokens: Pick<LeadTokens, 'authorize' | 'isValid'>;
  planCall: CallPlanner;
  metrics: Pick<Metrics, 'callRequested'>;
  /** A call was stored: delivery can start. */
  onRequested: () => void;
};

/** `POST /calls` and `GET /calls/:id`. Delivery places the call, as the last step of the lead. */
export function addCallRoutes(app: Hono<AppEnvironment>, deps: CallRouteDeps): void {
  const { store, planCall, metrics, log } = deps;

  app.post('/calls', async (c) => {
    const lead = await deps.tokens.authorize(await readJson(c, leadReference));
    const requestId = c.get('requestId');
    const planned = planCall({ ...lead, address: c.get('clientAddress') });
    if (!planned.ok) {
      metrics.callRequested('refused');
      throw callNotPossible(planned.reason);
    }
    const requested = await store.requestCall(lead.id, planned.plan);
    switch (requested.outcome) {
      case 'accepted':
        metrics.callRequested('accepted');
        deps.onRequested();
        log.info('call-requested', { requestId, lead: lead.id, call: requested.call });
        return c.json({ status: 'accepted', call: requested.call }, 202);
      case 'over-limit':
        metrics.callRequested('over-limit');
        log.warn('call-over-limit', { requestId, lead: lead.id, cap: requested.cap });
        throw rateLimited(Math.max(1, Math.ceil(requested.retryAfterMs / 1000)));
      case 'no-lead':
        metrics.callRequested('refused');
        throw callNotPossible('not-offered');
      default:
        return requested satisfies never;
    }
  });

  app.get('/calls/:id', async (c) => {
    const id = c.req.param('id').toLowerCase();
    await authorizeCall(id, c.req.header('authorization'));
    const status = await readCallStatus(id, deps);
    if (status === undefined) throw notFound('There is no such call.');
    const { state, transfers } = status;
    return c.json({ status: 'success', call: id, state, transfers });
  });

  /** Needs the token of the call's lead, unless that lead was stored before there were tokens. */
  async function authorizeCall(id: string, authorization: string | undefined): Promise<void> {
    const token = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1];
    const call = uuid.safeParse(id).success ? await store.findCall(id) : undefined;
    const lead = call === undefined ? undefined : await store.find(call.lead);
    if (lead !== undefined && (await deps.tokens.isValid(lead, token))) return;
    if (token === undefined) {
      throw new ProxyError('unauthorized', { message: "Send the lead's token: Authorization: Bearer …" });
    }
    throw notFound('There is no such call.');
  }
}

const refusals: Record<CallRefusal, string> = {
  off: 'Call-backs are switched off.',
  'not-offered': 'There is no call-back for this lead.',
  country: 'This number cannot be called back.',
  closed: 'Nobody can call at this hour. Try again during opening hours.',
};

function callNotPossible(reason: CallRefusal): ProxyError {
  return new ProxyError('call-not-possible', { message: refusals[reason], details: { reason } });
}
