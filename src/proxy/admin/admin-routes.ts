import { Hono } from 'hono';
import type * as z from 'zod';
import { type adminCauses, eraseRequest } from '../../protocol/admin/leads.ts';
import type { AdminDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { badRequest } from '../http/proxy-error.ts';
import { countriesOf, readWrittenPhone } from '../written-phone.ts';
import { addAuditRoute, recordActs } from './audit.ts';
import { authorize } from './authorize.ts';
import { createBlockRoutes, describeErasure } from './block-routes.ts';
import { addConversionRoutes } from './conversion-route.ts';
import { addGettingStartedRoutes } from './getting-started.ts';
import { createLeadRoutes } from './lead-routes.ts';
import { createCallRoutes } from './manage-call-routes.ts';
import { addOverviewRoute } from './overview-route.ts';
import { checkRole } from './permissions.ts';
import { createSettingsRoutes } from './settings-routes.ts';
import { createWebhookRoutes } from './webhook-routes.ts';

/** The admin dashboard's API. Every route needs an operator, and the role that `permissions` names. */
export function createAdminApi(deps: AdminDeps): Hono<AppEnvironment> {
  const { store, live, log } = deps;
  const app = new Hono<AppEnvironment>();
  app.use(authorize({ ...deps, config: live.config }));
  app.use(recordActs(deps));
  app.use(checkRole());
  addAuditRoute(app, deps);
  addOverviewRoute(app, deps);
  addGettingStartedRoutes(app, deps);
  addConversionRoutes(app, deps);
  app.route('/leads', createLeadRoutes(deps));
  app.route('/calls', createCallRoutes(deps));
  app.route('/blocklist', createBlockRoutes(deps));
  app.route('/webhooks', createWebhookRoutes(deps));
  if (live.file.value.adminSettings) app.route('/settings', createSettingsRoutes(deps));

  app.get('/causes', async (c) => {
    return c.json({ causes: await store.countCauses() } satisfies z.input<typeof adminCauses>);
  });

  app.post('/erase', async (c) => {
    const { phone } = await readJson(c, eraseRequest);
    const read = readWrittenPhone(phone, countriesOf(live.config.value.forms));
    if (!read.ok) throw badRequest([{ path: 'phone', message: read.problem }]);
    const count = await store.erase({ phone: read.phone });
    log.info('phone-erased', { requestId: c.get('requestId'), leads: count });
    return c.json(await describeErasure(store, read.phone, count));
  });

  return app;
}
