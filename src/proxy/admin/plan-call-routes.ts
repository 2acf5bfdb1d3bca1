import type { Context, Hono } from 'hono';
import { type AdminCall, moveCallRequest, planCallRequest } from '../../protocol/admin/calls.ts';
import type { CallRefusal } from '../calls/plan-call.ts';
import type { AdminDeps } from '../deps.ts';
import type { CallPlan } from '../domain/call.ts';
import type { StoredLead } from '../domain/lead.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { badRequest, notFound, ProxyError } from '../http/proxy-error.ts';
import { isoTime } from '../iso-time.ts';
import type { ListedCall } from '../store/queries/lead-lists.ts';
import { actorOf, noteActs } from './audit.ts';

type PlanRoutesDeps = Pick<AdminDeps, 'store' | 'log' | 'planCall' | 'funnel'> & {
  describe(call: ListedCall): AdminCall;
};
type Time = { at?: string | undefined; confirm: boolean };

/** `POST /` calls the person of a lead, now or later, and `POST /:call/move` moves a planned call. The limits of calls apply. */
export function addPlanRoutes(
  app: Hono<AppEnvironment>,
  { store, log, planCall, funnel, describe }: PlanRoutesDeps,
): void {
  app.post('/', async (c) => {
    const { lead: id, by: name, ...time } = await readJson(c, planCallRequest);
    const lead = await store.find(id);
    if (lead === undefined) throw notFound();
    const plan = planFor(lead, time);
    const requested = await store.requestCall(id, plan);
    if (requested.outcome !== 'accepted') throw notPossible(requested.outcome);
    if (requested.isNew) funnel.countLead(lead, 'call-requested', plan.requestedAt);
    report(c, 'call-planned', requested.call, lead.id, { at: isoTime(plan.plannedAt), by: actorOf(c, name) });
    const call = await store.findCall(requested.call);
    if (call === undefined) throw notFound('There is no such call.');
    return c.json(describe({ ...call, record: lead.record }));
  });

  app.post('/:call/move', async (c) => {
    const id = c.req.param('call').toLowerCase();
    const { by: name, ...time } = await readJson(c, moveCallRequest);
    const known = await store.findCall(id);
    const lead = known && (await store.find(known.lead));
    if (lead === undefined) throw notFound('There is no such call.');
    const moved = await store.moveCall(id, Date.parse(time.at), planFor(lead, time));
    if (moved === undefined) throw new ProxyError('wrong-state', { message: 'Only a planned call can be moved.' });
    if (moved.outcome !== 'moved') throw notPossible(moved.outcome);
    report(c, 'call-moved', id, lead.id, { at: isoTime(moved.call.plannedAt), by: actorOf(c, name) });
    return c.json(describe({ ...moved.call, record: moved.lead.record }));
  });

  function planFor(lead: StoredLead, { at: time, confirm }: Time): CallPlan {
    const at = time === undefined ? undefined : Date.parse(time);
    const planning = planCall({ ...lead, address: undefined, at, anyHour: confirm });
    if (!planning.ok) throw refused(planning.reason);
    return { ...planning.plan, ip: '' };
  }

  function report(
    c: Context<AppEnvironment>,
    event: 'call-planned' | 'call-moved',
    call: string,
    lead: string,
    facts: object,
  ) {
    noteActs(c, [{ action: event, lead }]);
    log.info(event, { requestId: c.get('requestId'), call, lead, ...facts });
  }
}

function refused(reason: CallRefusal): ProxyError {
  if (reason === 'closed') {
    const message = 'This time is outside the call-back hours of the form. Confirm it to call nevertheless.';
    return new ProxyError('outside-hours', { message });
  }
  if (reason === 'past') return badRequest([{ path: 'at', message: 'must be in the future' }]);
  if (reason === 'too-far') return badRequest([{ path: 'at', message: 'must be within the next seven days' }]);
  return notPossible(reason);
}

type Obstacle =
  | Exclude<CallRefusal, 'closed' | 'past' | 'too-far'>
  | 'over-limit'
  | 'slot-full'
  | 'blocked'
  | 'no-lead';

const obstacles: Record<Obstacle, string> = {
  off: 'Call-backs are switched off.',
  'not-offered': 'The form of this lead offers no call-back.',
  country: 'Numbers of this country or kind are not called.',
  blocked: 'This number is blocked: nobody calls it.',
  'over-limit': 'There were too many calls lately. Try a later time.',
  'slot-full': 'No more calls can be planned around this time.',
  'no-lead': 'This lead takes no calls: it is closed, or waits for you to release it.',
};

function notPossible(reason: Obstacle): ProxyError {
  return new ProxyError('call-not-possible', { message: obstacles[reason], details: { reason } });
}
