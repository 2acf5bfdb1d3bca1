import type { Hono } from 'hono';
import { leadReference } from '../../protocol/proxy/requests.ts';
import type { RouteDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { mayOpenSession } from '../intake/admission.ts';
import { countFirst } from '../limits/count-first.ts';
import { ensureAllowed } from '../limits/limiter.ts';

/** `POST /sessions`: a new session for a stored lead. */
export function addSessionRoutes(app: Hono<AppEnvironment>, { tokens, limits, openSession }: RouteDeps): void {
  app.post('/sessions', async (c) => {
    const reference = await readJson(c, leadReference);
    ensureAllowed(await limits.takeSession(c.get('clientAddress')));
    const lead = await countFirst(c, limits, () => tokens.authorize(reference));
    const facts = { requestId: c.get('requestId'), lead: lead.id };
    const session = mayOpenSession(lead) ? await openSession(lead.record, lead.phone, facts) : null;
    return c.json({ status: 'success', session });
  });
}
