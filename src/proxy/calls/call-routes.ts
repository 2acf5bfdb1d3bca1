import type { Hono } from 'hono';
import { leadReference, uuid } from '../../protocol/index.ts';
import { readCallStatus } from '../delivery/call-status.ts';
import { type Failure, failed, json } from '../http/answer.ts';
import type { AppEnvironment } from '../http/exchange.ts';
import { badRequest, tooMany } from '../http/failures.ts';
import { issuesOf } from '../http/issues.ts';
import { readBody } from '../http/read-body.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { ProxyDeps } from '../parts.ts';
import type { CallLog, LeadIntake } from '../store/index.ts';
import type { CallPlanner, CallRefusal } from './plan-call.ts';

export type CallRouteDeps = Pick<ProxyDeps, 'client' | 'log' | 'now'> & {
  store: Pick<LeadIntake, 'find'> & CallLog;
  planCall: CallPlanner;
  metrics: Pick<Metrics, 'callRequested'>;
  onRequested: () => void;
};

/** `POST /calls` and `GET /calls/:id`. The call itself is placed by delivery, as the last step of the lead. */
export function addCallRoutes(app: Hono<AppEnvironment>, parts: CallRouteDeps): void {
  const { store, planCall, metrics, log } = parts;

  app.post('/calls', async (c) => {
    const exchange = c.get('exchange');
    const body = await readBody(c.req.raw);
    if (!body.ok) return failed(exchange, body.failure);
    const parsed = leadReference.safeParse(body.value);
    if (!parsed.success) return failed(exchange, badRequest(issuesOf(parsed.error)));
    const id = parsed.data.lead.toLowerCase();
    const lead = await store.find(id);
    if (lead === undefined || lead.phone === '') return failed(exchange, noLead);
    const planned = planCall({ form: lead.form, phone: lead.phone, record: lead.record, address: exchange.address });
    if (!planned.ok) {
      metrics.callRequested('refused');
      return failed(exchange, notPossible(planned.reason));
    }
    const requested = await store.requestCall(id, planned.plan);
    switch (requested.outcome) {
      case 'accepted':
        metrics.callRequested('accepted');
        parts.onRequested();
        log.info('call-requested', { requestId: exchange.requestId, lead: id, call: requested.call });
        return json(exchange, 202, { status: 'accepted', call: requested.call });
      case 'over-limit':
        metrics.callRequested('over-limit');
        log.warn('call-over-limit', { requestId: exchange.requestId, lead: id, cap: requested.cap });
        return failed(exchange, tooMany(Math.max(1, Math.ceil(requested.retryAfterMs / 1000))));
      case 'no-lead':
        metrics.callRequested('refused');
        return failed(exchange, notPossible('not-offered'));
      default:
        return requested satisfies never;
    }
  });

  app.get('/calls/:id', async (c) => {
    const exchange = c.get('exchange');
    const id = c.req.param('id').toLowerCase();
    const found = uuid.safeParse(id).success ? await readCallStatus(id, parts) : undefined;
    if (found === undefined) return failed(exchange, { code: 'not-found', message: 'There is no such call.' });
    const { state, transfers } = found;
    return json(exchange, 200, { status: 'success', call: id, state, transfers });
  });
}

const noLead: Failure = { code: 'not-found', message: 'There is no such lead.' };

const refusals: Record<CallRefusal, string> = {
  off: 'Call-backs are switched off.',
  'not-offered': 'There is no call-back for this lead.',
  country: 'This number cannot be called back.',
  closed: 'Nobody can call at this hour. Try again during opening hours.',
};

function notPossible(reason: CallRefusal): Failure {
  return { code: 'call-not-possible', message: refusals[reason], details: { reason } };
}
