import type { Store } from '../state/store.ts';

/** Returns a signal that is aborted when the current visitor is forgotten: what was started for one visitor ends with it. */
export type VisitorSignal = () => AbortSignal;

export function createVisitorLifetime(store: Store) {
  let controller = new AbortController();
  const unsubscribe = store.subscribe(({ event }) => {
    if (event.type !== 'forgotten') return;
    controller.abort();
    controller = new AbortController();
  });
  const visitorSignal: VisitorSignal = () => controller.signal;
  return { visitorSignal, dispose: unsubscribe };
}
