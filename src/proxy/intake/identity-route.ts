import type { Hono } from 'hono';
import { identityRequest } from '../../protocol/proxy/requests.ts';
import type { RouteDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { createLogThrottle } from '../http/log-throttle.ts';
import { badRequest } from '../http/proxy-error.ts';
import { ensureAllowed } from '../limits/limiter.ts';

/**
 * `POST /identity`: returns the values of a valid `userToken`, with which the widget fills or skips the form. Stores
 * nothing.
 */
export function addIdentityRoute(app: Hono<AppEnvironment>, { readUserToken, limits, log, now }: RouteDeps): void {
  const logRefusal = createLogThrottle(now, (reason, count) => log.info('user-token-refused', { reason, count }));
  app.post('/identity', async (c) => {
    const { form, userToken } = await readJson(c, identityRequest);
    ensureAllowed(await limits.takeIdentity(c.get('clientAddress')));
    const result = await readUserToken(userToken, form);
    if (result.status === 'valid') {
      const { fields, issues } = result.visitor;
      return c.json({ status: 'success', fields, issues });
    }
    logRefusal(result.reason);
    throw badRequest([{ path: 'userToken', message: result.reason }]);
  });
}
