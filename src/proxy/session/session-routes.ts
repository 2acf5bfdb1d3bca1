import type { Hono } from 'hono';
import { leadReference } from '../../protocol/index.ts';
import type { AppEnvironment } from '../http/environment.ts';
import { readJson } from '../http/json-body.ts';
import { notFound, rateLimited } from '../http/proxy-error.ts';
import { mayOpenSession } from '../intake/admission.ts';
import type { LeadLimits } from '../limits/lead-limits.ts';
import type { LeadIntake } from '../store/index.ts';
import type { SessionOpener } from './open-session.ts';

export type SessionRouteDeps = {
  store: Pick<LeadIntake, 'find'>;
  limits: Pick<LeadLimits, 'takeSession'>;
  openSession: SessionOpener;
};

/** `POST /sessions`: a new session for a stored lead. Only the visitor who left the lead knows its id. */
export function addSessionRoutes(app: Hono<AppEnvironment>, { store, limits, openSession }: SessionRouteDeps): void {
  app.post('/sessions', async (c) => {
    const request = await readJson(c, leadReference);
    const limit = await limits.takeSession(c.get('clientAddress'));
    if (!limit.allowed) throw rateLimited(limit.retryAfterSeconds);
    const lead = await store.find(request.lead.toLowerCase());
    // A lead whose personal data was deleted has no phone, and session initialization needs one.
    if (lead === undefined || lead.phone === '') throw notFound('There is no such lead.');
    const session = mayOpenSession(lead.held) ? await openSession(lead.record, lead.phone) : null;
    return c.json({ status: 'success', session });
  });
}
