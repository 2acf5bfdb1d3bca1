import * as z from 'zod';
import { type Endpoint, endpoint } from '../rest/endpoint.ts';
import { failure, success } from '../rest/response.ts';
import { appliesTo, type Fault, type FaultQueue, fault, socketRoute } from './fault-queue.ts';

type FaultRoutesDeps = { faults: FaultQueue; routes: readonly string[]; cutSockets: () => void };

/** One fault or a list of them; an empty list clears all. */
const faultsRequest = z.union([z.array(fault).max(100), fault.transform((single) => [single])]);

/** `POST /sandbox/faults` adds faults, `DELETE` clears them, `GET` lists those to come. */
export function faultRoutes({ faults, routes, cutSockets }: FaultRoutesDeps): Endpoint[] {
  const add = (added: Fault) => {
    const isSocket = added.route === socketRoute;
    if (isSocket && (added.kind === 'cut' || added.kind === 'drop')) cutSockets();
    if (!isSocket || added.kind !== 'cut') faults.add(added);
  };
  const list = () => ({ faults: faults.all() });
  const clear = () => {
    faults.clear();
    return success('There are no faults.', list());
  };

  return [
    endpoint(['POST', '/faults'], 'body', faultsRequest, (requested) => {
      const unknown = requested.find(({ route }) => {
        return route !== socketRoute && !routes.some((known) => appliesTo(route, known));
      });
      if (unknown !== undefined) {
        return failure(400, `route: there is no "${unknown.route}"; use ${[socketRoute, '*', ...routes].join(', ')}.`);
      }
      if (requested.length === 0) return clear();
      for (const added of requested) add(added);
      return success('The faults are set.', list());
    }),
    endpoint(['GET', '/faults'], 'query', z.object({}), () => ({ status: 200, body: list() })),
    endpoint(['DELETE', '/faults'], 'query', z.object({}), clear),
  ];
}
