import type { Context } from 'hono';
import { leadReference } from '../../protocol/index.ts';
import { failed, json } from '../http/answer.ts';
import type { AppEnvironment } from '../http/exchange.ts';
import { badRequest, tooMany } from '../http/failures.ts';
import { issuesOf } from '../http/issues.ts';
import { readBody } from '../http/read-body.ts';
import { deservesSession } from '../intake/detect-spam.ts';
import type { LeadLimits } from '../limits/lead-limits.ts';
import type { LeadIntake } from '../store/index.ts';
import type { SessionOpener } from './open-session.ts';

export type SessionRouteDeps = {
  store: Pick<LeadIntake, 'find'>;
  limits: Pick<LeadLimits, 'takeSession'>;
  openSession: SessionOpener;
};

/** `POST /sessions`: a fresh session for a stored lead. Only who left the lead knows its id. */
export function createSessionRoute({ store, limits, openSession }: SessionRouteDeps) {
  return async (c: Context<AppEnvironment>): Promise<Response> => {
    const exchange = c.get('exchange');
    const body = await readBody(c.req.raw);
    if (!body.ok) return failed(exchange, body.failure);
    const parsed = leadReference.safeParse(body.value);
    if (!parsed.success) return failed(exchange, badRequest(issuesOf(parsed.error)));
    const limit = await limits.takeSession(exchange.address);
    if (!limit.allowed) return failed(exchange, tooMany(limit.retryAfterSeconds));
    const lead = await store.find(parsed.data.lead.toLowerCase());
    // A lead whose data was deleted has no phone any more, and a session needs one (4.10).
    if (lead === undefined || lead.phone === '')
      return failed(exchange, { code: 'not-found', message: 'There is no such lead.' });
    const session = deservesSession(lead.held) ? await openSession(lead.record, lead.phone) : null;
    return json(exchange, 200, { status: 'success', session });
  };
}
