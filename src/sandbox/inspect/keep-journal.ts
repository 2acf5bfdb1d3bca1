import type { MiddlewareHandler } from 'hono';
import type { Exchange } from '../rest/exchange.ts';
import { judgeKey } from '../rest/key.ts';
import type { Journal } from './journal.ts';

/** Writes every request to the interface down, with its outcome. */
export function keepJournal(journal: Journal, key: string): MiddlewareHandler<Exchange> {
  return async (c, next) => {
    await next();
    journal.add({
      method: c.req.method,
      path: c.req.path,
      query: c.req.query(),
      key: judgeKey(c.req.header('authorization'), key),
      body: c.get('journalBody') ?? null,
      status: c.get('unanswered') === true ? null : c.res.status,
      fault: c.get('fault') ?? null,
    });
  };
}
