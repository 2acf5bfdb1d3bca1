import { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Clock } from '../../clock.ts';
import type { FaultList } from '../faults/fault-list.ts';
import { inflictFaults } from '../faults/inflict.ts';
import type { Journal } from '../inspect/journal.ts';
import { keepJournal } from '../inspect/keep-journal.ts';
import { servePage } from '../inspect/serve-page.ts';
import { failure } from '../rest/answer.ts';
import type { Endpoint } from '../rest/endpoint.ts';
import { type Exchange, send } from '../rest/exchange.ts';
import { serveEndpoints } from '../rest/serve-endpoints.ts';
import { refuseOtherSites } from './other-sites.ts';

type Parts = {
  /** 4.1 to 4.9, below `/v1`, with the key. */
  rest: readonly Endpoint[];
  /** 4.10, without a key. */
  session: Endpoint;
  /** Below `/sandbox`: outside the interface. */
  inspection: readonly Endpoint[];
  faults: FaultList;
  journal: Journal;
  clock: Clock;
  key: string;
  transaction<T>(run: () => T): T;
};

/** Where the interface begins (Addresses). */
export const restBase = '/v1';

/** Every path of the sandbox on one port. */
export function createApp(parts: Parts): Hono<Exchange> {
  const { rest, session, inspection, faults, journal, clock, key, transaction } = parts;
  const app = new Hono<Exchange>();
  for (const path of [`${restBase}/*`, session.path]) {
    app.use(path, keepJournal(journal, key));
    // Browsers may initialize sessions themselves (webchat session initialization); everything else needs the key, which no browser has.
    if (path === session.path) app.use(path, cors({ origin: '*', allowMethods: ['POST'], maxAge: 600 }));
    app.use(path, inflictFaults(faults, clock));
  }
  app.use('/sandbox/*', refuseOtherSites);
  serveEndpoints(app, rest, { base: restBase, key, transaction });
  serveEndpoints(app, [session], { base: '', key: undefined, transaction });
  serveEndpoints(app, inspection, { base: '/sandbox', key: undefined, transaction: (run) => run() });
  servePage(app);
  app.notFound(() => send(failure(404, 'There is nothing at this path.')));
  app.onError((error) => {
    console.error('[sandbox] a request failed:', error);
    return send(failure(500, 'The sandbox failed; its log says why.'));
  });
  return app;
}
