import type { Hono } from 'hono';
import { identityRequest } from '../../protocol/index.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { badRequest } from '../http/proxy-error.ts';
import type { Log } from '../log.ts';
import type { UserTokenReader } from './user-token.ts';

export type IdentityRouteDeps = { readUserToken: UserTokenReader; log: Log };

/**
 * `POST /identity`: returns the values of a valid `userToken`, with which the widget fills or skips the form. Stores
 * nothing.
 */
export function addIdentityRoute(app: Hono<AppEnvironment>, { readUserToken, log }: IdentityRouteDeps): void {
  app.post('/identity', async (c) => {
    const { form, userToken } = await readJson(c, identityRequest);
    const result = await readUserToken(userToken, form);
    if (result.status === 'valid') {
      const { fields, issues } = result.visitor;
      return c.json({ status: 'success', fields, issues });
    }
    const message = result.status === 'expired' ? 'has expired' : result.reason;
    log.info('user-token-refused', { requestId: c.get('requestId'), reason: message });
    throw badRequest([{ path: 'userToken', message }]);
  });
}
