import { type Context, Hono } from 'hono';
import * as z from 'zod';
import {
  type adminLeads,
  type BulkDetails,
  bulkRequest,
  type bulkResult,
  type CloseRequest,
  closeRequest,
  countRequest,
  type LeadAction,
  type LeadFilter,
  type leadCount,
  type ReleaseCall,
  releaseRequest,
  resolveRequest,
  searchRequest,
} from '../../protocol/admin/leads.ts';
import { uuid } from '../../protocol/identifiers.ts';
import { leadStates } from '../../protocol/proxy/lead-state.ts';
import { type CallRefusal, callCapsOf } from '../calls/plan-call.ts';
import { formNamed } from '../config/form-schema.ts';
import type { AdminDeps } from '../deps.ts';
import type { HeldCallChoice, StoredCall } from '../domain/call.ts';
import type { Decision, StoredLead } from '../domain/lead.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson, readOptionalJson } from '../http/json-body.ts';
import { logStoreFailure, notFound, ProxyError, storeUnavailable } from '../http/proxy-error.ts';
import type { StoreError } from '../store/store-error.ts';
import { bulkActs, decisionOf, noteActs } from './audit.ts';
import { describeErasure } from './block-routes.ts';
import { brokenOff, changeInTurn, describeUnchanged } from './bulk-changes.ts';
import { describeLead } from './describe-lead.ts';
import { addEditRoutes } from './edit-lead-routes.ts';
import { addCsvRoute } from './leads-csv.ts';
import { findPage, type LeadPage, pageLimit, queryOf, readQuery } from './list-query.ts';
import { isMaskedFor, maskLead } from './mask.ts';
import { requireRole } from './permissions.ts';

const bulkLimit = 200;
/** Changes one lead. `erase` deletes a page of leads in one transaction. */
type ChangeAction = Exclude<LeadAction, 'erase'>;
const leadQuery = z.strictObject({
  state: z.enum(leadStates).optional(),
  before: z.optional(uuid),
  limit: pageLimit,
});

/** The part of the admin API for leads. */
export function createLeadRoutes(deps: AdminDeps): Hono<AppEnvironment> {
  const { store, log, now } = deps;
  const formOf = (name: string) => formNamed(deps.live.config.value.forms, name);
  const toQuery = (filter: LeadFilter) => queryOf(filter, deps.live.config.value.forms);
  // A replayed or released lead follows its form as it is now.
  const replay = ({ id, form }: StoredLead) => {
    const { expireSeconds } = deps.live.config.value.calls;
    return store.replay(id, { now: now(), callTtlMs: expireSeconds * 1000, form: formOf(form) });
  };
  const release = ({ id, form }: StoredLead, call: HeldCallChoice) => {
    const callCaps = callCapsOf(deps.live.config.value.limits);
    return store.release(id, { now: now(), callCaps, call, form: formOf(form) });
  };
  const actions: Record<ChangeAction, (lead: StoredLead, decision: Decision) => Promise<boolean>> = {
    replay,
    release: (lead) => release(lead, 'as-requested'),
    'resolve-done': ({ id }, decision) => store.resolve(id, 'done', decision),
    'resolve-skipped': ({ id }, decision) => store.resolve(id, 'skipped', decision),
    close: ({ id }, decision) => store.closeLead(id, decision),
  };
  const decide = (c: Context<AppEnvironment>, words?: CloseRequest) => decisionOf(c, now(), words);
  /** Every lead that ends, ends in the log. */
  const reportClosed = (c: Context<AppEnvironment>, { id, state, closed, acceptedAt, endedAt = now() }: StoredLead) => {
    if (state !== 'closed') return;
    deps.metrics.leadSettled(state, (endedAt - acceptedAt) / 1000);
    log.info('lead-closed', { requestId: c.get('requestId'), lead: id, ...closed });
  };
  /** A held lead is released when its call is too late already. */
  const reportExpired = (c: Context<AppEnvironment>, { id, steps }: StoredLead) => {
    for (const { step, state, name: call, answer: cause } of steps) {
      if (step !== 'call' || state !== 'expired') continue;
      deps.metrics.callExpired();
      log.warn('call-expired', { requestId: c.get('requestId'), lead: id, call, cause });
    }
  };
  const reportChanged = (c: Context<AppEnvironment>, lead: StoredLead, action: LeadAction) => {
    reportClosed(c, lead);
    if (action === 'release') reportExpired(c, lead);
  };
  const heldCallsOf = async (leads: readonly StoredLead[]): Promise<Map<string, StoredCall>> => {
    const held = leads.filter(({ state }) => state === 'held').map(({ id }) => id);
    const calls = held.length === 0 ? [] : await store.heldCalls(held);
    return new Map(calls.map((call) => [call.lead, call]));
  };
  const fieldsOf = ({ form }: StoredLead) => formOf(form)?.fields ?? [];
  const namesOf = () => deps.live.config.value.names;
  const describeOne = async (lead: StoredLead) =>
    describeLead(lead, {
      heldCall: (await heldCallsOf([lead])).get(lead.id),
      fields: fieldsOf(lead),
      names: namesOf(),
      block: lead.phone === '' ? undefined : await store.findBlock(lead.phone),
      notes: await store.listNotes(lead.id),
    });
  const heldCallChoice = async (lead: StoredLead, call: ReleaseCall): Promise<HeldCallChoice> => {
    if (call !== 'now') return call;
    const held = (await heldCallsOf([lead])).get(lead.id);
    if (held === undefined || (held.plannedAt ?? 0) > now()) return 'as-requested';
    const planning = deps.planCall({ ...lead, address: undefined });
    if (!planning.ok) throw callNotPossible(planning.reason);
    return planning.plan;
  };
  const describePage = async (
    c: Context<AppEnvironment>,
    { leads, next }: LeadPage,
  ): Promise<z.input<typeof adminLeads>> => {
    const calls = await heldCallsOf(leads);
    const described = leads.map((lead) =>
      describeLead(lead, { heldCall: calls.get(lead.id), fields: fieldsOf(lead), names: namesOf() }),
    );
    return { leads: isMaskedFor(c.get('operator')) ? described.map(maskLead) : described, next };
  };
  const app = new Hono<AppEnvironment>();

  app.get('/', async (c) => {
    const { state, before, limit } = readQuery(c, leadQuery);
    return c.json(await describePage(c, await findPage(store, { state }, { before, limit })));
  });

  app.post('/search', async (c) => {
    const { filter, sort, before, limit } = await readJson(c, searchRequest);
    return c.json(await describePage(c, await findPage(store, { ...toQuery(filter), sort }, { before, limit })));
  });

  addCsvRoute(app, deps);

  app.post('/bulk', async (c) => {
    const { action, filter, before, ...words } = await readJson(c, bulkRequest);
    if (action === 'erase') requireRole(c, 'owner');
    const { leads, next } = await findPage(store, toQuery(filter), { before, limit: bulkLimit });
    const page = { before, next, filter };
    const done = action === 'erase' ? await erasePage(leads, page) : await changeEach(c, leads, action, words);
    const { changed, withoutForm = 0, seen = leads.length, failure } = done;
    noteActs(
      c,
      done.leads.map((lead) => ({ action: bulkActs[action], lead })),
    );
    const facts = { changed, ...(withoutForm > 0 && { withoutForm }) };
    const unchanged = action === 'erase' ? 0 : seen - changed;
    const continuation = seen < leads.length ? leads[seen - 1]?.id : next;
    log.info('leads-changed', { requestId: c.get('requestId'), action, ...facts, unchanged });
    const details: BulkDetails = { changed, unchanged, ...(continuation !== undefined && { next: continuation }) };
    if (failure !== undefined) {
      logStoreFailure(log, failure, c.get('requestId'));
      throw storeUnavailable(failure, brokenOff(details), details);
    }
    if (changed === 0 && leads.length > 0) {
      throw new ProxyError('wrong-state', { message: describeUnchanged(leads, action), details });
    }
    return c.json({
      status: 'success',
      ...facts,
      ...(unchanged > 0 && { unchanged }),
      ...(leads.length === 0 && { message: 'No lead matches the filter.' }),
      next: continuation,
    } satisfies z.input<typeof bulkResult>);
  });

  app.post('/count', async (c) => {
    const { filter } = await readJson(c, countRequest);
    return c.json((await store.countLeads(toQuery(filter))) satisfies z.input<typeof leadCount>);
  });

  app.get('/:lead', async (c) => {
    const lead = await store.find(c.req.param('lead'));
    if (lead === undefined) throw notFound();
    return c.json(await describeOne(lead));
  });

  app.post('/:lead/replay', (c) => change(c, 'replay'));
  app.post('/:lead/release', async (c) => {
    const { call } = await readOptionalJson(c, releaseRequest);
    return change(c, 'release', {}, async (lead) => release(lead, await heldCallChoice(lead, call)));
  });
  app.post('/:lead/resolve', async (c) => {
    const { outcome, ...words } = await readJson(c, resolveRequest);
    return change(c, `resolve-${outcome}`, words);
  });
  app.post('/:lead/close', async (c) => change(c, 'close', await readOptionalJson(c, closeRequest)));

  addEditRoutes(app, { ...deps, formOf, describe: describeOne });

  app.post('/:lead/erase', async (c) => {
    const lead = c.req.param('lead');
    const { phone = '' } = (await store.find(lead)) ?? {};
    const count = await store.erase({ leads: [lead] });
    if (count === 0) throw notFound();
    log.info('lead-erased', { requestId: c.get('requestId'), lead });
    return c.json(await describeErasure(store, phone, count));
  });

  return app;

  /**
   * Erases a page in one transaction. The next page begins after the page's last lead, so this one stays until then, and is
   * erased if it still matches.
   */
  async function erasePage(
    leads: readonly StoredLead[],
    { before, next, filter }: { before: string | undefined; next: string | undefined; filter: LeadFilter },
  ): Promise<BulkDone> {
    const last = before === undefined ? [] : await store.list({ ...toQuery(filter), leads: [before] });
    const ids = [...last, ...leads].map(({ id }) => id).filter((id) => id !== next);
    return { changed: await store.erase({ leads: ids }), leads: ids };
  }

  async function changeEach(
    c: Context<AppEnvironment>,
    leads: readonly StoredLead[],
    action: ChangeAction,
    words: CloseRequest,
  ): Promise<BulkDone> {
    const decision = decide(c, words);
    const { changed, ...done } = await changeInTurn(leads, {
      change: (lead) => actions[action](lead, decision),
      async report({ id }) {
        const after = needsReport(action) ? await store.find(id) : undefined;
        if (after !== undefined) reportChanged(c, after, action);
      },
      elapsedMs: () => performance.now(),
    });
    const withoutForm = action === 'replay' ? changed.filter(({ form }) => formOf(form) === undefined).length : 0;
    return { ...done, changed: changed.length, leads: changed.map(({ id }) => id), withoutForm };
  }

  async function change(
    c: Context<AppEnvironment, string>,
    action: ChangeAction,
    words: CloseRequest = {},
    run = actions[action],
  ): Promise<Response> {
    const id = c.req.param('lead') ?? '';
    const before = await store.find(id);
    const isDone = before !== undefined && (await run(before, decide(c, words)));
    const lead = await store.find(id);
    if (lead === undefined) throw notFound();
    const [verb, outcome] = action.split('-');
    if (!isDone) {
      const message =
        action === 'close' && lead.state === 'pending'
          ? 'This lead is being delivered right now. Try again in a few seconds.'
          : `This lead is ${lead.state}; there is nothing to ${verb}.`;
      throw new ProxyError('wrong-state', { message });
    }
    const isFormGone = action === 'replay' && formOf(lead.form) === undefined;
    if (action !== 'close') {
      log.info(`lead-${verb}`, {
        requestId: c.get('requestId'),
        lead: id,
        ...(outcome !== undefined && { outcome, state: lead.state }),
        ...(isFormGone && { form: 'not configured' }),
      });
    }
    reportChanged(c, lead, action);
    return c.json(await describeOne(lead));
  }
}

/** What a bulk request has done. `leads`: those that were changed. `seen`: how many of the page it came to. */
type BulkDone = Partial<{ withoutForm: number; seen: number; failure: StoreError }> & {
  changed: number;
  leads: readonly string[];
};

/** A call that is placed now must be possible at this hour, with the agent that the form has now. */
function callNotPossible(reason: CallRefusal): ProxyError {
  const message = `The call cannot be placed now (${reason}). Release the lead without it, or later.`;
  return new ProxyError('call-not-possible', { message, details: { reason } });
}

/** Whether a lead may be closed by it, or its call expired. */
function needsReport(action: LeadAction): boolean {
  return action === 'close' || action === 'resolve-skipped' || action === 'release';
}
