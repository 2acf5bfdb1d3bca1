import { Hono } from 'hono';
import type * as z from 'zod';
import { type adminCauses, type erased, eraseRequest } from '../../protocol/index.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { badRequest } from '../http/proxy-error.ts';
import type { LiveConfig } from '../settings/live-config.ts';
import { countriesOf, readWrittenPhone } from '../written-phone.ts';
import { type AuthorizeDeps, authorize } from './authorize.ts';
import { createCallRoutes } from './call-routes.ts';
import { addFunnelRoutes, type FunnelRouteDeps } from './funnel-route.ts';
import { createLeadRoutes, type LeadRoutesDeps } from './lead-routes.ts';
import { addOverviewRoute, type OverviewDeps } from './overview-route.ts';
import { createSettingsRoutes } from './settings-routes.ts';
import { createWebhookRoutes } from './webhook-routes.ts';

export type AdminDeps = AuthorizeDeps &
  LeadRoutesDeps &
  OverviewDeps &
  FunnelRouteDeps & {
    live: LiveConfig;
  };

/** The admin dashboard's API. Every route needs the bearer token. */
export function createAdminApi(deps: AdminDeps): Hono<AppEnvironment> {
  const { store, log } = deps;
  const app = new Hono<AppEnvironment>();
  app.use(authorize(deps));
  addOverviewRoute(app, deps);
  addFunnelRoutes(app, deps);
  app.route('/leads', createLeadRoutes(deps));
  app.route('/calls', createCallRoutes(deps));
  app.route('/webhooks', createWebhookRoutes(deps));
  if (deps.live.file.value.adminSettings) app.route('/settings', createSettingsRoutes(deps));

  app.get('/causes', async (c) => {
    const body: z.input<typeof adminCauses> = { causes: await store.countCauses() };
    return c.json(body);
  });

  app.post('/erase', async (c) => {
    const { phone } = await readJson(c, eraseRequest);
    const read = readWrittenPhone(phone, countriesOf(deps.live.config.value.forms));
    if (!read.ok) throw badRequest([{ path: 'phone', message: read.problem }]);
    const count = await store.erase({ phone: read.phone });
    log.info('phone-erased', { requestId: c.get('requestId'), leads: count });
    const body: z.input<typeof erased> = { status: 'success', erased: count };
    return c.json(body);
  });

  return app;
}
