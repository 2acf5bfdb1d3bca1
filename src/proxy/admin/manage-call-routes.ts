import { type Context, Hono } from 'hono';
import * as z from 'zod';
import {
  type AdminCall,
  type adminCalls,
  type CallOutcome,
  callFilter,
  callOutcomes,
  type callsEnded,
  endCallRequest,
  endUnknownCallsRequest,
} from '../../protocol/admin/calls.ts';
import { uuid } from '../../protocol/identifiers.ts';
import type { AdminDeps } from '../deps.ts';
import { isEndable } from '../domain/call-transitions.ts';
import type { Decision } from '../domain/lead.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { logStoreFailure, notFound, ProxyError, storeUnavailable } from '../http/proxy-error.ts';
import { isoTime } from '../iso-time.ts';
import type { EndedCall } from '../store/queries/call-log.ts';
import type { ListedCall } from '../store/queries/lead-lists.ts';
import { decisionOf, noteActs } from './audit.ts';
import { changeInTurn } from './bulk-changes.ts';
import { callQueryOf, nextOf, pageLimit, readQuery, requireEntry } from './list-query.ts';
import { isMaskedFor, maskPhone, shownName } from './mask.ts';
import { addPlanRoutes } from './plan-call-routes.ts';

const callQuery = z.strictObject({
  ...callFilter.shape,
  before: z.optional(uuid),
  limit: pageLimit,
});

export type CallRoutesDeps = Pick<AdminDeps, 'store' | 'log' | 'now' | 'planCall' | 'funnel'>;

/** The part of the admin API for call-backs. */
export function createCallRoutes(deps: CallRoutesDeps): Hono<AppEnvironment> {
  const { store, log, now } = deps;
  const app = new Hono<AppEnvironment>();
  app.get('/', async (c) => {
    const { before, limit, ...filter } = readQuery(c, callQuery);
    const calls = await store.listCalls({ ...callQueryOf(filter), before, limit });
    await requireEntry(calls, before, store.findCall);
    return c.json({
      calls: calls.map((call) => describeCall(call, isMaskedFor(c.get('operator')))),
      next: nextOf(calls, limit),
    } satisfies z.input<typeof adminCalls>);
  });

  addPlanRoutes(app, { ...deps, describe: describeCall });

  app.post('/end-unknown', async (c) => {
    const { outcome, before, ...words } = await readJson(c, endUnknownCallsRequest);
    const calls = await store.listCalls({ state: 'unknown', before, limit: maxEnded });
    await requireEntry(calls, before, store.findCall);
    const decision = decisionOf(c, now(), words);
    const { changed, seen, failure } = await changeInTurn(calls, {
      async change({ id }) {
        const ended = await store.endCall(id, outcome, { ...decision, now: now() });
        if (ended !== undefined) report(c, ended, decision, outcome);
        return ended !== undefined;
      },
      report: async () => undefined,
      elapsedMs: () => performance.now(),
    });
    noteActs(
      c,
      changed.map(({ lead }) => ({ action: 'call-ended', lead })),
    );
    const next = seen < calls.length ? calls[seen - 1]?.id : nextOf(calls, maxEnded);
    if (failure !== undefined) {
      logStoreFailure(log, failure, c.get('requestId'));
      const message = `The store failed after ${changed.length} calls were ended. Send the request again for the others.`;
      throw storeUnavailable(failure, message, { changed: changed.length, next });
    }
    return c.json({ status: 'success', changed: changed.length, next } satisfies z.input<typeof callsEnded>);
  });

  app.post('/:call/end', async (c) => {
    const id = c.req.param('call').toLowerCase();
    const { outcome, ...words } = await readJson(c, endCallRequest);
    const decision = decisionOf(c, now(), words);
    const ended = await store.endCall(id, outcome, decision);
    if (ended === undefined) throw await whyNotEnded(id, outcome);
    report(c, ended, decision, outcome);
    noteActs(c, [{ action: 'call-ended', lead: ended.lead.id }]);
    return c.json(describeCall({ ...ended.call, record: ended.lead.record }));
  });

  return app;

  function report(
    c: Context<AppEnvironment>,
    { call, lead }: EndedCall,
    { by, reason }: Decision,
    outcome: CallOutcome,
  ): void {
    const facts = { requestId: c.get('requestId'), call: call.id, lead: lead.id, outcome };
    log.info('call-ended', { ...facts, state: call.state, leadState: lead.state, by, reason });
  }

  async function whyNotEnded(id: string, outcome: CallOutcome): Promise<ProxyError> {
    const call = await store.findCall(id);
    if (call === undefined) return notFound('There is no such call.');
    const message =
      call.state === 'planned'
        ? 'This call is planned, so it has not taken place: end it as `skipped`.'
        : `This call is ${call.state}; there is nothing to end as ${outcome}.`;
    return new ProxyError('wrong-state', { message });
  }
}

/** How many calls one request ends at most. */
const maxEnded = 200;

function describeCall(call: ListedCall, isMasked = false): AdminCall {
  const { id, lead, phone, state, reason, transfers, ended } = call;
  const name = shownName(call.record, isMasked);
  const endable = callOutcomes.filter((outcome) => isEndable(call, outcome));
  return {
    call: id,
    lead,
    ...(name !== '' && { name }),
    phone: isMasked ? maskPhone(phone) : phone,
    state,
    reason,
    requestedAt: isoTime(call.requestedAt),
    plannedAt: isoTime(call.plannedAt),
    expiresAt: isoTime(call.expiresAt),
    transfers,
    ...(endable.length > 0 && { endable }),
    ...(ended !== undefined && { ended: { ...ended, at: new Date(ended.at).toISOString() } }),
  };
}
