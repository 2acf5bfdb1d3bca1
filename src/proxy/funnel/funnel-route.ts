import type { Hono } from 'hono';
import { funnelReport } from '../../protocol/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { ProxyError, rateLimited } from '../http/proxy-error.ts';
import type { LeadLimits } from '../limits/lead-limits.ts';
import type { FunnelCounter } from './funnel-counter.ts';

export type FunnelRouteDeps = {
  forms: ProxyConfig['forms'];
  funnel: Pick<FunnelCounter, 'countReport'>;
  limits: Pick<LeadLimits, 'takeReport'>;
};

const maxBytes = 1024;

/** `POST /funnel`: counts what happened in one page view. Waits for nothing, so it costs leads no time. */
export function addFunnelRoute(app: Hono<AppEnvironment>, { forms, funnel, limits }: FunnelRouteDeps): void {
  const fieldNames = new Map(
    Object.entries(forms).map(([name, form]) => [name, new Set(form.fields.map((field) => field.name))]),
  );
  app.post('/funnel', async (c) => {
    // A page that is left has no time to ask whether it may send JSON, so browsers send it as plain text.
    const report = await readJson(c, funnelReport, { maxBytes, allowsText: true });
    const fields = fieldNames.get(report.form);
    if (fields === undefined) throw new ProxyError('unknown-form', { message: 'There is no form with this name.' });
    const limit = await limits.takeReport(c.get('clientAddress'));
    if (!limit.allowed) throw rateLimited(limit.limit, limit.retryAfterSeconds);
    funnel.countReport(report, fields);
    return c.body(null, 204);
  });
}
