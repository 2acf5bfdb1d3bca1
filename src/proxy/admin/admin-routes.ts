import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { parsePhone } from '../../phone/index.ts';
import {
  type AdminOverview,
  type adminLeads,
  type erased,
  eraseRequest,
  leadStates,
  resolveRequest,
  uuid,
} from '../../protocol/index.ts';
import { limitKey } from '../http/address.ts';
import { failed, json } from '../http/answer.ts';
import type { AppEnvironment } from '../http/exchange.ts';
import { badRequest, notFound, tooMany } from '../http/failures.ts';
import { issuesOf } from '../http/issues.ts';
import { readBody } from '../http/read-body.ts';
import type { Digest } from '../intake/body-hash.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { ProxyDeps } from '../parts.ts';
import { createAuthorizer } from './authorize.ts';
import { describeActivity, describeDelivery, describeLead } from './describe-lead.ts';

export type AdminDeps = Pick<ProxyDeps, 'store' | 'delivery' | 'log' | 'now'> & {
  token: string;
  digest: Digest;
  /** Slows down who guesses tokens. */
  failedAttempts: Limiter;
  /** How long a call that is replayed may wait to be placed. */
  callTtlMs: number;
};

const hourMs = 3_600_000;
const chartHours = 48;
const leadQuery = z.strictObject({
  state: z.enum(leadStates).optional(),
  search: z.string().max(200).optional(),
  before: z.optional(uuid),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** The operator's API. Everything here needs the bearer token. */
export function createAdminApi(parts: AdminDeps): Hono<AppEnvironment> {
  const { store, log, now } = parts;
  const isAuthorized = createAuthorizer(parts.token, parts.digest);
  const app = new Hono<AppEnvironment>();

  app.use(async (c, next) => {
    const exchange = c.get('exchange');
    if (await isAuthorized(c.req.header('authorization'))) return next();
    const limit = await parts.failedAttempts.take(limitKey(exchange.address ?? ''));
    log.warn('admin-refused', { requestId: exchange.requestId });
    if (!limit.allowed) return failed(exchange, tooMany(limit.retryAfterSeconds));
    return failed(
      exchange,
      { code: 'unauthorized', message: 'Send the admin token: Authorization: Bearer …' },
      { 'www-authenticate': 'Bearer' },
    );
  });

  app.get('/leads', async (c) => {
    const query = leadQuery.safeParse(c.req.query());
    if (!query.success) return failed(c.get('exchange'), badRequest(issuesOf(query.error)));
    const { state, search, before, limit } = query.data;
    const found = await store.list({
      limit,
      ...(state !== undefined && { state }),
      ...(search !== undefined && { search }),
      ...(before !== undefined && { before }),
    });
    const last = found.length === limit ? found.at(-1) : undefined;
    const answer = { leads: found.map(describeLead), ...(last !== undefined && { next: last.id }) };
    return json(c.get('exchange'), 200, answer satisfies z.input<typeof adminLeads>);
  });

  app.get('/leads/:lead', async (c) => {
    const lead = await store.find(c.req.param('lead'));
    return lead === undefined ? failed(c.get('exchange'), notFound) : json(c.get('exchange'), 200, describeLead(lead));
  });

  app.post('/leads/:lead/replay', (c) => change(c, 'replay', (lead) => store.replay(lead, now(), parts.callTtlMs)));
  app.post('/leads/:lead/release', (c) => change(c, 'release', (lead) => store.release(lead, now())));
  app.post('/leads/:lead/resolve', async (c) => {
    const body = await readBody(c.req.raw);
    if (!body.ok) return failed(c.get('exchange'), body.failure);
    const request = resolveRequest.safeParse(body.value);
    if (!request.success) return failed(c.get('exchange'), badRequest(issuesOf(request.error)));
    return change(c, 'resolve', (lead) => store.resolve(lead, request.data.outcome, now()));
  });

  app.post('/leads/:lead/erase', async (c) => {
    const exchange = c.get('exchange');
    const lead = c.req.param('lead');
    const count = await store.erase({ lead });
    if (count === 0) return failed(exchange, notFound);
    log.info('lead-erased', { requestId: exchange.requestId, lead });
    return json(exchange, 200, { status: 'success', erased: count } satisfies z.input<typeof erased>);
  });

  app.post('/erase', async (c) => {
    const exchange = c.get('exchange');
    const body = await readBody(c.req.raw);
    if (!body.ok) return failed(exchange, body.failure);
    const request = eraseRequest.safeParse(body.value);
    if (!request.success) return failed(exchange, badRequest(issuesOf(request.error)));
    const { phone } = request.data;
    const reading = parsePhone(/^\d+$/.test(phone) ? `+${phone}` : phone);
    if (!reading.ok) {
      return failed(
        exchange,
        badRequest([{ path: 'phone', message: 'must be a number with its country code, such as +14155552671' }]),
      );
    }
    const count = await store.erase({ phone: reading.digits });
    log.info('phone-erased', { requestId: exchange.requestId, leads: count });
    return json(exchange, 200, { status: 'success', erased: count } satisfies z.input<typeof erased>);
  });

  app.get('/overview', async (c) => {
    const since = Math.floor(now() / hourMs) * hourMs - (chartHours - 1) * hourMs;
    const [counts, activity] = await Promise.all([store.counts(), store.activity(since, hourMs)]);
    const answer: AdminOverview = {
      counts,
      delivery: describeDelivery(parts.delivery.status()),
      activity: describeActivity(activity, since, hourMs, chartHours),
    };
    return json(c.get('exchange'), 200, answer);
  });

  return app;

  async function change(
    c: Context<AppEnvironment, string>,
    action: 'replay' | 'release' | 'resolve',
    run: (lead: string) => Promise<boolean>,
  ): Promise<Response> {
    const exchange = c.get('exchange');
    const lead = c.req.param('lead') ?? '';
    const done = await run(lead);
    const found = await store.find(lead);
    if (found === undefined) return failed(exchange, notFound);
    if (!done) {
      return failed(exchange, {
        code: 'wrong-state',
        message: `This lead is ${found.state}; there is nothing to ${action}.`,
      });
    }
    log.info(`lead-${action}`, { requestId: exchange.requestId, lead });
    if (found.state === 'pending') parts.delivery.wake();
    return json(exchange, 200, describeLead(found));
  }
}
