import * as z from 'zod';
import { failure, success } from '../rest/answer.ts';
import { type Endpoint, endpoint } from '../rest/endpoint.ts';
import { type Fault, faultsRequest } from './fault.ts';
import { type FaultList, isFor, socketRoute } from './fault-list.ts';

type Parts = { faults: FaultList; routes: readonly string[]; cutSockets: () => void };

/** What is asked of faults: `POST` adds (an empty list clears), `DELETE` clears, `GET` shows those still to come. */
export function faultEndpoints({ faults, routes, cutSockets }: Parts): Endpoint[] {
  const add = (fault: Fault) => {
    const isSocket = fault.route === socketRoute;
    if (isSocket && (fault.kind === 'cut' || fault.kind === 'drop')) cutSockets();
    if (!isSocket || fault.kind !== 'cut') faults.add([fault]);
  };
  const shown = () => ({ faults: faults.all() });
  const cleared = () => {
    faults.clear();
    return success('There are no faults.', shown());
  };

  return [
    endpoint(['POST', '/faults'], 'body', faultsRequest, (asked) => {
      const lost = asked.find(({ route }) => route !== socketRoute && !routes.some((one) => isFor(route, one)));
      if (lost !== undefined) {
        return failure(400, `route: there is no "${lost.route}"; use ${[socketRoute, '*', ...routes].join(', ')}.`);
      }
      if (asked.length === 0) return cleared();
      for (const fault of asked) add(fault);
      return success('The faults are set.', shown());
    }),
    endpoint(['GET', '/faults'], 'query', z.object({}), () => ({ status: 200, body: shown() })),
    endpoint(['DELETE', '/faults'], 'query', z.object({}), cleared),
  ];
}
