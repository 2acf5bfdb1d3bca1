import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { parsePhone } from '../../phone/index.ts';
import {
  type AdminOverview,
  type adminCalls,
  type adminCauses,
  type adminLeads,
  type BulkAction,
  bulkRequest,
  type bulkResult,
  callStates,
  csvRequest,
  type erased,
  eraseRequest,
  type LeadFilter,
  leadStates,
  resolveRequest,
  searchRequest,
  uuid,
} from '../../protocol/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { isWildcardOrigin } from '../config/values.ts';
import type { ProxyDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/environment.ts';
import { readJson } from '../http/json-body.ts';
import { badRequest, issuesOf, notFound, ProxyError } from '../http/proxy-error.ts';
import type { CallCap, FormDelivery, LeadAdmin, StoredLead } from '../store/index.ts';
import { type AuthorizeDeps, authorize } from './authorize.ts';
import { describeActivity, describeCall, describeDelivery, describeLead } from './describe-lead.ts';
import { leadsCsv } from './leads-csv.ts';
import { createWebhookRoutes } from './webhook-routes.ts';

export type AdminDeps = AuthorizeDeps &
  Pick<ProxyDeps, 'store' | 'delivery' | 'log' | 'now'> & {
    /** How long a call that is replayed may wait to be placed. */
    callTtlMs: number;
    /** The forms as they are configured; a lead that is replayed follows its form. */
    forms: ReadonlyMap<string, FormDelivery>;
    /** The limits that a call-back has to meet when its held lead is released. */
    callCaps: readonly CallCap[];
    /** Whether webhooks are configured. */
    hasReceivers: boolean;
    /** Sites whose pages may call the proxy; `*` for all. */
    origins: readonly string[];
    /** Their fields are columns of the CSV file. */
    csvForms: ProxyConfig['forms'];
  };

const hourMs = 3_600_000;
const chartHours = 48;
const bulkLimit = 200;
const leadQuery = z.strictObject({
  state: z.enum(leadStates).optional(),
  before: z.optional(uuid),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
const callQuery = z.strictObject({
  state: z.enum(callStates).optional(),
  before: z.iso.datetime().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** The admin dashboard's API. Every route needs the bearer token. */
export function createAdminApi(deps: AdminDeps): Hono<AppEnvironment> {
  const { store, log, now } = deps;
  const actions: Record<BulkAction, (lead: StoredLead) => Promise<boolean>> = {
    replay({ id, form: name }) {
      const form = deps.forms.get(name);
      return store.replay(id, { now: now(), callTtlMs: deps.callTtlMs, ...(form !== undefined && { form }) });
    },
    release: ({ id }) => store.release(id, now(), deps.callCaps),
    'resolve-done': ({ id }) => store.resolve(id, 'done', now()),
    'resolve-skipped': ({ id }) => store.resolve(id, 'skipped', now()),
  };
  const app = new Hono<AppEnvironment>();
  app.use(authorize(deps));

  app.get('/leads', async (c) => {
    const query = leadQuery.safeParse(c.req.query());
    if (!query.success) throw badRequest(issuesOf(query.error));
    const { state, before, limit } = query.data;
    return c.json(describePage(await findPage(store, { state }, { before, limit })));
  });

  app.post('/leads/search', async (c) => {
    const { filter, before, limit } = await readJson(c, searchRequest);
    return c.json(describePage(await findPage(store, filter, { before, limit })));
  });

  app.post('/leads/csv', async (c) => {
    const { filters } = await readJson(c, csvRequest);
    const requestId = c.get('requestId');
    const csv = leadsCsv({ store, forms: deps.csvForms }, filters, (leads) =>
      log.info('leads-exported', { requestId, leads }),
    );
    const body = streamText(csv, (error) => log.error('export-interrupted', error, { requestId }));
    return c.body(body, 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="leads.csv"',
    });
  });

  app.post('/leads/bulk', async (c) => {
    const { action, filter, before } = await readJson(c, bulkRequest);
    const { leads, next } = await findPage(store, filter, { before, limit: bulkLimit });
    const changed: StoredLead[] = [];
    for (const lead of leads) if (await actions[action](lead)) changed.push(lead);
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

  app.get('/causes', async (c) => {
    const body: z.input<typeof adminCauses> = { causes: await store.countCauses() };
    return c.json(body);
  });

  app.get('/leads/:lead', async (c) => {
    const lead = await store.find(c.req.param('lead'));
    if (lead === undefined) throw notFound();
    return c.json(describeLead(lead));
  });

  app.get('/calls', async (c) => {
    const query = callQuery.safeParse(c.req.query());
    if (!query.success) throw badRequest(issuesOf(query.error));
    const { state, before, limit } = query.data;
    const found = await store.listCalls({
      limit,
      ...(state !== undefined && { state }),
      ...(before !== undefined && { before: Date.parse(before) }),
    });
    const last = found.length === limit ? found.at(-1) : undefined;
    const calls = found.map(describeCall);
    const body: z.input<typeof adminCalls> = {
      calls,
      ...(last !== undefined && { next: describeCall(last).requestedAt }),
    };
    return c.json(body);
  });

  app.post('/leads/:lead/replay', (c) => change(c, 'replay', actions.replay));
  app.post('/leads/:lead/release', (c) => change(c, 'release', actions.release));
  app.post('/leads/:lead/resolve', async (c) => {
    const { outcome } = await readJson(c, resolveRequest);
    return change(c, 'resolve', actions[`resolve-${outcome}`]);
  });

  app.post('/leads/:lead/erase', async (c) => {
    const lead = c.req.param('lead');
    const count = await store.erase({ lead });
    if (count === 0) throw notFound();
    log.info('lead-erased', { requestId: c.get('requestId'), lead });
    const body: z.input<typeof erased> = { status: 'success', erased: count };
    return c.json(body);
  });

  app.post('/erase', async (c) => {
    const { phone } = await readJson(c, eraseRequest);
    const parsed = parsePhone(/^\d+$/.test(phone) ? `+${phone}` : phone);
    if (!parsed.ok) {
      const message = 'must be a number with its country code, such as +14155552671';
      throw badRequest([{ path: 'phone', message }]);
    }
    const count = await store.erase({ phone: parsed.digits });
    log.info('phone-erased', { requestId: c.get('requestId'), leads: count });
    const body: z.input<typeof erased> = { status: 'success', erased: count };
    return c.json(body);
  });

  app.get('/overview', async (c) => {
    const since = Math.floor(now() / hourMs) * hourMs - (chartHours - 1) * hourMs;
    const [counts, calls, webhooks, activity] = await Promise.all([
      store.counts(),
      store.callCounts(),
      store.webhookCounts(),
      store.activity(since, hourMs),
    ]);
    const body: AdminOverview = {
      sites: deps.origins.filter((origin) => !isWildcardOrigin(origin)),
      counts,
      calls,
      ...((deps.hasReceivers || Object.values(webhooks).some((count) => count > 0)) && { webhooks }),
      delivery: describeDelivery(deps.delivery.status()),
      activity: describeActivity(activity, since, hourMs, chartHours),
    };
    return c.json(body);
  });

  app.route('/webhooks', createWebhookRoutes(deps));

  return app;

  async function change(
    c: Context<AppEnvironment, string>,
    action: 'replay' | 'release' | 'resolve',
    run: (lead: StoredLead) => Promise<boolean>,
  ): Promise<Response> {
    const id = c.req.param('lead') ?? '';
    const before = await store.find(id);
    const isDone = before !== undefined && (await run(before));
    const lead = await store.find(id);
    if (lead === undefined) throw notFound();
    if (!isDone) {
      throw new ProxyError('wrong-state', { message: `This lead is ${lead.state}; there is nothing to ${action}.` });
    }
    const isFormGone = action === 'replay' && !deps.forms.has(lead.form);
    log.info(`lead-${action}`, {
      requestId: c.get('requestId'),
      lead: id,
      ...(isFormGone && { form: 'not configured' }),
    });
    if (lead.state === 'pending') deps.delivery.wake();
    return c.json(describeLead(lead));
  }
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
  return { leads, next: leads.length === limit ? leads.at(-1)?.id : undefined };
}

function describePage({ leads, next }: LeadPage): z.input<typeof adminLeads> {
  return { leads: leads.map(describeLead), ...(next !== undefined && { next }) };
}

/** The next text is only read when the client has taken the one before. An error breaks the response off. */
function streamText(texts: AsyncGenerator<string>, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await texts.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        onError(error);
        controller.error(error);
      }
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}
