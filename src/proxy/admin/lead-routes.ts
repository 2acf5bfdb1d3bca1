import { type Context, Hono } from 'hono';
import * as z from 'zod';
import {
  type adminLeads,
  type BulkAction,
  bulkRequest,
  type bulkResult,
  type CloseRequest,
  cleanText,
  closeRequest,
  type erased,
  type LeadFilter,
  leadStates,
  resolveRequest,
  searchRequest,
  uuid,
} from '../../protocol/index.ts';
import type { ProxyDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { notFound, ProxyError } from '../http/proxy-error.ts';
import type { CallCap, Decision, FormDelivery, LeadAdmin, StoredLead } from '../store/index.ts';
import { addCsvRoute, type CsvRouteDeps } from './csv-route.ts';
import { describeLead } from './describe-lead.ts';
import { lastOfFullPage, pageLimit, readQuery } from './list-query.ts';

export type LeadRoutesDeps = CsvRouteDeps &
  Pick<ProxyDeps, 'store' | 'delivery' | 'log' | 'metrics' | 'now'> & {
    /** How long the call of a replayed lead may wait to be placed. */
    callTtlMs: number;
    /** The forms as they are configured now; a replayed lead follows its form. */
    forms: ReadonlyMap<string, FormDelivery>;
    /** The limits that a held lead's call-back has to meet when the lead is released. */
    callCaps: readonly CallCap[];
  };

const bulkLimit = 200;
const leadQuery = z.strictObject({
  state: z.enum(leadStates).optional(),
  before: z.optional(uuid),
  limit: pageLimit,
});

/** The part of the admin API for leads. */
export function createLeadRoutes(deps: LeadRoutesDeps): Hono<AppEnvironment> {
  const { store, log, now } = deps;
  const actions: Record<BulkAction, (lead: StoredLead, decision: Decision) => Promise<boolean>> = {
    replay({ id, form: name }) {
      const form = deps.forms.get(name);
      return store.replay(id, { now: now(), callTtlMs: deps.callTtlMs, ...(form !== undefined && { form }) });
    },
    release: ({ id }) => store.release(id, now(), deps.callCaps),
    'resolve-done': ({ id }, decision) => store.resolve(id, 'done', decision),
    'resolve-skipped': ({ id }, decision) => store.resolve(id, 'skipped', decision),
    close: ({ id }, decision) => store.closeLead(id, decision),
  };
  const decisionOf = (c: Context<AppEnvironment>, { by, reason }: CloseRequest = {}): Decision => {
    const [name, why] = [cleanText(by ?? ''), cleanText(reason ?? '')];
    return {
      now: now(),
      by: name === '' ? (c.get('clientAddress') ?? 'unknown') : name,
      ...(why !== '' && { reason: why }),
    };
  };
  /** Every lead that ends, ends in the log. */
  const reportClosed = (c: Context<AppEnvironment>, { id, state, closed, acceptedAt, endedAt = now() }: StoredLead) => {
    if (state !== 'closed') return;
    deps.metrics.leadSettled(state, endedAt - acceptedAt);
    log.info('lead-closed', { requestId: c.get('requestId'), lead: id, ...closed });
  };
  const app = new Hono<AppEnvironment>();

  app.get('/', async (c) => {
    const { state, before, limit } = readQuery(c, leadQuery);
    return c.json(describePage(await findPage(store, { state }, { before, limit })));
  });

  app.post('/search', async (c) => {
    const { filter, before, limit } = await readJson(c, searchRequest);
    return c.json(describePage(await findPage(store, filter, { before, limit })));
  });

  addCsvRoute(app, deps);

  app.post('/bulk', async (c) => {
    const { action, filter, before, ...words } = await readJson(c, bulkRequest);
    const { leads, next } = await findPage(store, filter, { before, limit: bulkLimit });
    const changed: StoredLead[] = [];
    const decision = decisionOf(c, words);
    for (const lead of leads) {
      if (!(await actions[action](lead, decision))) continue;
      changed.push(lead);
      const after = mayClose(action) ? await store.find(lead.id) : undefined;
      if (after !== undefined) reportClosed(c, after);
    }
    const withoutForm = action === 'replay' ? changed.filter(({ form }) => !deps.forms.has(form)).length : 0;
    log.info('leads-changed', {
      requestId: c.get('requestId'),
      action,
      leads: changed.length,
      ...(withoutForm > 0 && { withoutForm }),
    });
    if (changed.length > 0) deps.delivery.wake();
    const body: z.input<typeof bulkResult> = {
      status: 'success',
      changed: changed.length,
      ...(withoutForm > 0 && { withoutForm }),
      ...(next !== undefined && { next }),
    };
    return c.json(body);
  });

  app.get('/:lead', async (c) => {
    const lead = await store.find(c.req.param('lead'));
    if (lead === undefined) throw notFound();
    return c.json(describeLead(lead));
  });

  app.post('/:lead/replay', (c) => change(c, 'replay'));
  app.post('/:lead/release', (c) => change(c, 'release'));
  app.post('/:lead/resolve', async (c) => {
    const { outcome, ...words } = await readJson(c, resolveRequest);
    return change(c, `resolve-${outcome}`, words);
  });
  app.post('/:lead/close', async (c) => change(c, 'close', await readJson(c, closeRequest)));

  app.post('/:lead/erase', async (c) => {
    const lead = c.req.param('lead');
    const count = await store.erase({ lead });
    if (count === 0) throw notFound();
    log.info('lead-erased', { requestId: c.get('requestId'), lead });
    const body: z.input<typeof erased> = { status: 'success', erased: count };
    return c.json(body);
  });

  return app;

  async function change(
    c: Context<AppEnvironment, string>,
    action: BulkAction,
    words: CloseRequest = {},
  ): Promise<Response> {
    const id = c.req.param('lead') ?? '';
    const before = await store.find(id);
    const isDone = before !== undefined && (await actions[action](before, decisionOf(c, words)));
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
    const isFormGone = action === 'replay' && !deps.forms.has(lead.form);
    if (action !== 'close') {
      log.info(`lead-${verb}`, {
        requestId: c.get('requestId'),
        lead: id,
        ...(outcome !== undefined && { outcome, state: lead.state }),
        ...(isFormGone && { form: 'not configured' }),
      });
    }
    reportClosed(c, lead);
    if (lead.state === 'pending') deps.delivery.wake();
    return c.json(describeLead(lead));
  }
}

function mayClose(action: BulkAction): boolean {
  return action === 'close' || action === 'resolve-skipped';
}

type LeadPage = { leads: StoredLead[]; next: string | undefined };

/** A page of the leads that match, newest first. `next` is set if there may be more. */
async function findPage(
  store: Pick<LeadAdmin, 'list'>,
  { state, cause, search }: LeadFilter,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<LeadPage> {
  const leads = await store.list({
    limit,
    ...(state !== undefined && { state }),
    ...(cause !== undefined && { cause }),
    ...(search !== undefined && { search }),
    ...(before !== undefined && { before }),
  });
  return { leads, next: lastOfFullPage(leads, limit)?.id };
}

function describePage({ leads, next }: LeadPage): z.input<typeof adminLeads> {
  return { leads: leads.map(describeLead), ...(next !== undefined && { next }) };
}
