import type { Context, Hono } from 'hono';
import { uuid } from '../../protocol/identifiers.ts';
import { callRequest } from '../../protocol/proxy/requests.ts';
import type { RouteDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { bearerToken } from '../http/identify-sender.ts';
import { readJson } from '../http/json-body.ts';
import { badRequest, notFound, ProxyError, rateLimited } from '../http/proxy-error.ts';
import { createInFlight } from '../in-flight.ts';
import { isoTime } from '../iso-time.ts';
import { countFirst } from '../limits/count-first.ts';
import { type CallStatus, readCallStatus } from './call-status.ts';
import type { CallRefusal } from './plan-call.ts';

/**
 * `POST /calls`, `GET` and `DELETE /calls/:id`. Delivery places the call as the last step of the lead. A planned call
 * goes to delivery when it is due.
 */
export function addCallRoutes(app: Hono<AppEnvironment>, deps: RouteDeps): void {
  const { store, planCall, metrics, log } = deps;
  const shareStatus = createInFlight<CallStatus | undefined>();

  app.post('/calls', async (c) => {
    const { at: time, ...reference } = await readJson(c, callRequest);
    return countFirst(c, deps.limits, (count) => requestCall(c, reference, time, count));
  });

  app.get('/calls/:id', async (c) => {
    const id = c.req.param('id').toLowerCase();
    await authorizeCall(c, id);
    const { answeredByValues } = deps.live.config.value.assumptions;
    const status = await shareStatus(id, () => readCallStatus(id, { ...deps, answeredByValues }));
    if (status === undefined) throw notFound('There is no such call.');
    const { state, transfers, plannedAt, reason } = status;
    return c.json({
      status: 'success',
      call: id,
      state,
      at: isoTime(plannedAt),
      reason,
      transfers,
    });
  });

  app.delete('/calls/:id', async (c) => {
    const id = c.req.param('id').toLowerCase();
    await authorizeCall(c, id, async () => {
      if (await store.cancelCall(id)) return;
      const message = 'Only a planned call can be cancelled, and this one is no longer planned.';
      throw new ProxyError('wrong-state', { message });
    });
    log.info('call-cancelled', { requestId: c.get('requestId'), call: id });
    return c.body(null, 204);
  });

  async function requestCall(
    c: Context<AppEnvironment>,
    reference: { lead: string; token?: string | undefined },
    time: string | undefined,
    count: () => void,
  ): Promise<Response> {
    const lead = await deps.tokens.authorize(reference);
    const requestId = c.get('requestId');
    const at = time === undefined ? undefined : Date.parse(time);
    const planned = planCall({ ...lead, address: c.get('clientAddress'), at });
    if (!planned.ok) {
      metrics.callRequested('refused');
      throw at === undefined ? callNotPossible(planned.reason) : timeNotPossible(planned.reason);
    }
    const requested = await store.requestCall(lead.id, planned.plan);
    if (requested.outcome === 'accepted') {
      const { call, isNew } = requested;
      metrics.callRequested('accepted');
      if (isNew) deps.funnel.countLead(lead, 'call-requested', planned.plan.requestedAt);
      // A repetition is no new call, for which there are limits.
      else count();
      const event = at === undefined ? 'call-requested' : 'call-planned';
      log.info(event, { requestId, lead: lead.id, call, at: isoTime(at) });
      return c.json({ status: 'accepted', call, state: at === undefined ? 'waiting' : 'planned' }, 202);
    }
    const isOverCap = 'cap' in requested;
    metrics.callRequested(isOverCap ? 'over-limit' : 'refused');
    if (isOverCap) log.warn('call-over-limit', { requestId, lead: lead.id, cap: requested.cap });
    switch (requested.outcome) {
      case 'over-limit':
        throw rateLimited(requested.cap, Math.max(1, Math.ceil(requested.retryAfterMs / 1000)));
      case 'slot-full':
        throw callNotPossible('full');
      case 'blocked':
        log.warn('call-refused', { requestId, lead: lead.id, reason: 'blocked' });
        throw callNotPossible('blocked');
      case 'no-lead':
        throw callNotPossible('not-offered');
      default:
        return requested satisfies never;
    }
  }

  /** Requires the token of the call's lead, and then does what is asked. */
  async function authorizeCall(c: Context<AppEnvironment>, id: string, act = async () => {}): Promise<void> {
    const token = bearerToken(c);
    if (token === undefined) {
      throw new ProxyError('unauthorized', { message: "Send the lead's token: Authorization: Bearer …" });
    }
    if (!uuid.safeParse(id).success) throw notFound('There is no such call.');
    await countFirst(c, deps.limits, async () => {
      const call = await store.findCall(id);
      const lead = call === undefined ? undefined : await store.find(call.lead);
      if (lead === undefined || !deps.tokens.isValid(lead, token)) throw notFound('There is no such call.');
      await act();
    });
  }
}

const refusals: Record<CallRefusal | 'full' | 'blocked', string> = {
  blocked: 'This number cannot be called back.',
  off: 'Call-backs are switched off.',
  'not-offered': 'There is no call-back for this lead.',
  country: 'This number cannot be called back.',
  closed: 'Nobody can call at this hour. Try again during opening hours.',
  past: 'This time is over.',
  'too-far': 'This time is more than seven days ahead.',
  full: 'No more calls can be planned around this time.',
};

function callNotPossible(reason: CallRefusal | 'full' | 'blocked'): ProxyError {
  return new ProxyError('call-not-possible', { message: refusals[reason], details: { reason } });
}

/** Another time may be possible. */
const timeIssues = new Map<CallRefusal, string>([
  ['past', 'must be in the future'],
  ['too-far', 'must be within the next seven days'],
  ['closed', "must be within the form's call-back hours"],
]);

function timeNotPossible(reason: CallRefusal): ProxyError {
  const message = timeIssues.get(reason);
  return message === undefined ? callNotPossible(reason) : badRequest([{ path: 'at', message }]);
}
