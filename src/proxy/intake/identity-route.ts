import type { Hono } from 'hono';
import { identityRequest } from '../../protocol/index.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { createLogThrottle } from '../http/log-throttle.ts';
import { badRequest, rateLimited } from '../http/proxy-error.ts';
import type { RouteDeps } from '../route-deps.ts';

/**
 * `POST /identity`: returns the values of a valid `userToken`, with which the widget fills or skips the form. Stores
 * nothing.
 */
export function addIdentityRoute(app: Hono<AppEnvironment>, { readUserToken, limits, log, now }: RouteDeps): void {
  const logRefusal = createLogThrottle(now, (reason, count) => log.info('user-token-refused', { reason, count }));
  app.post('/identity', async (c) => {
    const { form, userToken } = await readJson(c, identityRequest);
    const limit = await limits.takeIdentity(c.get('clientAddress'));
    if (!limit.allowed) throw rateLimited(limit.limit, limit.retryAfterSeconds);
    const result = await readUserToken(userToken, form);
    if (result.status === 'valid') {
      const { fields, issues } = result.visitor;
      return c.json({ status: 'success', fields, issues });
    }
    logRefusal(result.reason);
    throw badRequest([{ path: 'userToken', message: result.reason }]);
  });
}
