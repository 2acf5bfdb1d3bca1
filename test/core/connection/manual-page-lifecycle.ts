import type { PageLifecycle, PageLifecycleEvent } from '../../../src/core/connection/page-lifecycle.ts';

/** A page whose lifecycle a test controls. */
export type ManualPageLifecycle = PageLifecycle & {
  readonly listeners: number;
  emit(event: PageLifecycleEvent): void;
};

export function manualPageLifecycle(): ManualPageLifecycle {
  const listeners = new Set<(event: PageLifecycleEvent) => void>();
  let online = true;
  let visible = true;
  return {
    isOnline: () => online,
    isVisible: () => visible,
    listen(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    get listeners() {
      return listeners.size;
    },
    emit(event) {
      if (event === 'online' || event === 'offline') online = event === 'online';
      if (event === 'visible' || event === 'hidden') visible = event === 'visible';
      // As in the browser, a listener that another one has removed is not called any more.
      for (const listener of [...listeners]) if (listeners.has(listener)) listener(event);
    },
  };
}
