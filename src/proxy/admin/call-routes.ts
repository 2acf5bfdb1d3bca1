import { Hono } from 'hono';
import * as z from 'zod';
import { type AdminCall, type adminCalls, callFilter, fullName, uuid } from '../../protocol/index.ts';
import type { AdminDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { isoTime } from '../iso-time.ts';
import type { ListedCall } from '../store/lead-admin.ts';
import { callQueryOf, nextOf, pageLimit, readQuery } from './list-query.ts';

const callQuery = z.strictObject({
  ...callFilter.shape,
  before: z.optional(uuid),
  limit: pageLimit,
});

/** The part of the admin API for call-backs. */
export function createCallRoutes({ store }: Pick<AdminDeps, 'store'>): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();
  app.get('/', async (c) => {
    const { before, limit, ...filter } = readQuery(c, callQuery);
    const calls = await store.listCalls({ ...callQueryOf(filter), before, limit });
    const body: z.input<typeof adminCalls> = { calls: calls.map(describeCall), next: nextOf(calls, limit) };
    return c.json(body);
  });
  return app;
}

function describeCall(call: ListedCall): AdminCall {
  const { id, lead, phone, state, reason, transfers } = call;
  const name = fullName(call.record);
  return {
    call: id,
    lead,
    ...(name !== '' && { name }),
    phone,
    state,
    reason,
    requestedAt: isoTime(call.requestedAt),
    plannedAt: isoTime(call.plannedAt),
    expiresAt: isoTime(call.expiresAt),
    transfers,
  };
}
