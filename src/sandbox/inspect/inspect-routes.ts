import * as z from 'zod';
import { simulatedNumbers } from '../calls/simulated-call.ts';
import type { FaultQueue } from '../faults/fault-queue.ts';
import type { KnownIds } from '../known-ids.ts';
import { type Endpoint, endpoint } from '../rest/endpoint.ts';
import { success } from '../rest/response.ts';
import type { RequestLog } from './request-log.ts';
import { describeState, type StateDeps } from './state.ts';

type InspectRoutesDeps = StateDeps & {
  requestLog: RequestLog;
  faults: FaultQueue;
  ids: KnownIds;
  routes: readonly string[];
  /** Address of the site that uses the sandbox. */
  siteUrl: string | undefined;
  closeSockets: () => void;
};

/** Routes under `/sandbox` for developers and tests. They are not part of the service API. */
export function inspectRoutes(deps: InspectRoutesDeps): Endpoint[] {
  const { requestLog, faults, store, ids, routes, siteUrl, closeSockets } = deps;
  const noInput = z.object({});
  return [
    endpoint(['GET', '/state'], 'query', noInput, () => ({ status: 200, body: describeState(deps) })),
    endpoint(['GET', '/requests'], 'query', noInput, () => ({ status: 200, body: { requests: requestLog.all() } })),
    endpoint(['GET', '/about'], 'query', noInput, () => {
      const { flows, journeys, agents } = ids;
      const known = { flows: [...flows], journeys: [...journeys], agents: [...agents] };
      return {
        status: 200,
        body: { ...known, routes, simulated_numbers: simulatedNumbers, site_url: siteUrl ?? null },
      };
    }),
    endpoint(['POST', '/reset'], 'query', noInput, () => {
      store.reset();
      requestLog.clear();
      faults.clear();
      closeSockets();
      return success('Everything was deleted.');
    }),
  ];
}
