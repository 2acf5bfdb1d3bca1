import type { DeliveryOptions } from '../delivery/create-delivery.ts';
import type { Metrics } from '../operations/metrics.ts';
import { stateOf } from '../store/steps.ts';

type Queue = DeliveryOptions['store'];

/** The store as delivery uses it, with every lead counted that reaches a last state. */
export function countingQueue(store: Queue, metrics: Pick<Metrics, 'leadSettled'>): Queue {
  return {
    claim: (request) => store.claim(request),
    async checkpoint(checkpoint) {
      const outcome = await store.checkpoint(checkpoint);
      const { release, call, enrol, unenrol } = checkpoint;
      // The last checkpoint of a lead carries nothing but its steps.
      const isLast = release === undefined && call === undefined && enrol === undefined && unenrol === undefined;
      const state = stateOf(checkpoint.steps);
      if (isLast && state !== 'pending') metrics.leadSettled(state);
      return outcome;
    },
    extend: (owner, until) => store.extend(owner, until),
    subscribe: (listener) => store.subscribe(listener),
    sweep: (request) => store.sweep(request),
    findCall: (call) => store.findCall(call),
  };
}
