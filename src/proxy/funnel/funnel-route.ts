import { computed } from '@preact/signals-core';
import type { Hono } from 'hono';
import { funnelReport } from '../../protocol/proxy/funnel.ts';
import type { FormConfig } from '../config/form-schema.ts';
import type { RouteDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { unknownForm } from '../http/proxy-error.ts';
import { ensureAllowed } from '../limits/limiter.ts';

/** `POST /funnel`: counts what happened in one page view. Waits for nothing, so it costs leads no time. */
export function addFunnelRoute(app: Hono<AppEnvironment>, { live, funnel, limits }: RouteDeps): void {
  const forms = computed(() => {
    const configured = Object.entries(live.config.value.forms);
    const partsOf = ({ fields, steps = [] }: FormConfig) => ({
      fields: new Set(fields.map((field) => field.name)),
      stepCount: steps.length,
    });
    return new Map(configured.map(([name, form]) => [name, partsOf(form)]));
  });
  app.post('/funnel', async (c) => {
    // A page sends it without waiting for the answer (`no-cors`). A browser that has to withhold the answer says so on its console.
    c.header('cross-origin-resource-policy', 'cross-origin');
    // A page that is left has no time to ask whether it may send JSON, so browsers send it as plain text.
    const report = await readJson(c, funnelReport, { allowsText: true });
    const form = forms.value.get(report.form);
    if (form === undefined) throw unknownForm();
    ensureAllowed(await limits.takeReport(c.get('clientAddress')));
    funnel.countReport(report, form);
    return c.body(null, 204);
  });
}
