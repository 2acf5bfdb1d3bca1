import * as z from 'zod';
import { simulatedNumbers } from '../calls/simulated-numbers.ts';
import type { FaultList } from '../faults/fault-list.ts';
import type { KnownIds } from '../known-ids.ts';
import { success } from '../rest/answer.ts';
import { type Endpoint, endpoint } from '../rest/endpoint.ts';
import type { Journal } from './journal.ts';
import { describeState, type StateDeps } from './state.ts';

type Parts = StateDeps & {
  journal: Journal;
  faults: FaultList;
  ids: KnownIds;
  routes: readonly string[];
  closeSockets: () => void;
};

/** What people and tests may see and do besides the interface. */
export function inspectEndpoints(parts: Parts): Endpoint[] {
  const { journal, faults, store, ids, routes, closeSockets } = parts;
  return [
    endpoint(['GET', '/state'], 'query', z.object({}), () => ({ status: 200, body: describeState(parts) })),
    endpoint(['GET', '/requests'], 'query', z.object({}), () => ({ status: 200, body: { requests: journal.all() } })),
    endpoint(['GET', '/about'], 'query', z.object({}), () => {
      const { flows, journeys, agents } = ids;
      const known = { flows: [...flows], journeys: [...journeys], agents: [...agents] };
      return { status: 200, body: { ...known, routes, simulated_numbers: simulatedNumbers } };
    }),
    endpoint(['POST', '/reset'], 'query', z.object({}), () => {
      store.reset();
      journal.clear();
      faults.clear();
      closeSockets();
      return success('Everything was forgotten.');
    }),
  ];
}
