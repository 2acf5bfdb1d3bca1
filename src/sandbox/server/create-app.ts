import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Clock } from '../../clock.ts';
import { applyFaults } from '../faults/apply-faults.ts';
import type { FaultQueue } from '../faults/fault-queue.ts';
import { logRequests, type RequestLog } from '../inspect/request-log.ts';
import { servePage } from '../inspect/serve-page.ts';
import { type Endpoint, type SandboxEnv, serveEndpoints } from '../rest/endpoint.ts';
import { failure, toResponse } from '../rest/response.ts';

type AppDeps = {
  /** The REST endpoints, below `/v1`, with the key. */
  rest: readonly Endpoint[];
  /** Webchat session initialization, without a key. */
  session: Endpoint;
  /** Routes below `/sandbox`, which are not part of the service API. */
  inspection: readonly Endpoint[];
  faults: FaultQueue;
  requestLog: RequestLog;
  clock: Clock;
  key: string;
  transaction<T>(run: () => T): T;
};

export const restBase = '/v1';

/** The HTTP side of the sandbox. */
export function createApp(deps: AppDeps): Hono<SandboxEnv> {
  const { rest, session, inspection, faults, requestLog, clock, key, transaction } = deps;
  const app = new Hono<SandboxEnv>();
  for (const path of [`${restBase}/*`, session.path]) {
    app.use(path, logRequests(requestLog, key));
    // Browsers may initialize sessions. Everything else needs the key, which no browser has.
    if (path === session.path) app.use(path, cors({ origin: '*', allowMethods: ['POST'], maxAge: 600 }));
    app.use(path, applyFaults(faults, clock));
  }
  app.use('/sandbox/*', refuseOtherSites);
  serveEndpoints(app, rest, { basePath: restBase, key, transaction });
  serveEndpoints(app, [session], { basePath: '', key: undefined, transaction });
  serveEndpoints(app, inspection, { basePath: '/sandbox', key: undefined, transaction: (run) => run() });
  servePage(app);
  app.notFound(() => toResponse(failure(404, 'There is nothing at this path.')));
  app.onError((error) => {
    console.error('[sandbox] a request failed:', error);
    return toResponse(failure(500, 'The sandbox failed. See its log.'));
  });
  return app;
}

/** `/sandbox` needs no key, so a page of another site in the same browser could otherwise reset it or set faults. */
const refuseOtherSites: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  const origin = c.req.header('origin');
  const host = origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined;
  if (origin === undefined || host === c.req.header('host')) return next();
  return toResponse(failure(403, 'Pages of other sites may not use /sandbox.'));
};
