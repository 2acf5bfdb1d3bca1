import type { MiddlewareHandler } from 'hono';
import { failure } from '../rest/answer.ts';
import { type Exchange, send } from '../rest/exchange.ts';

/** `/sandbox` asks for no key, so a page of another site, open in the same browser, must not reset it or set faults. */
export const refuseOtherSites: MiddlewareHandler<Exchange> = async (c, next) => {
  const origin = c.req.header('origin');
  if (origin === undefined || hostOf(origin) === c.req.header('host')) return next();
  return send(failure(403, 'Pages of other sites may not use /sandbox.'));
};

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
