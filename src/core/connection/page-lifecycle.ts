/**
 * `leave`: the page is unloaded or enters the back/forward cache; `return`: it comes back from there.
 * `network-change`: the device switched networks, for example from Wi-Fi to mobile data.
 */
export type PageLifecycleEvent = 'online' | 'offline' | 'network-change' | 'visible' | 'hidden' | 'leave' | 'return';

/** The page's events that matter to a connection. */
export interface PageLifecycle {
  isOnline(): boolean;
  isVisible(): boolean;
  /** Returns the function that stops listening. */
  listen(listener: (event: PageLifecycleEvent) => void): () => void;
}

/** Whether what has failed may succeed now: the page is online again, or the visitor has come back to it. */
export function promisesSuccess(event: PageLifecycleEvent): boolean {
  return event === 'online' || event === 'visible' || event === 'return';
}

/** The browser's events. On a server or in a worker there are none. */
export function browserPageLifecycle(): PageLifecycle {
  const page = typeof document === 'undefined' ? undefined : document;
  return {
    isOnline: () => typeof navigator === 'undefined' || navigator.onLine !== false,
    isVisible: () => page?.visibilityState !== 'hidden',
    listen(listener) {
      if (page === undefined) return () => {};
      const controller = new AbortController();
      const { signal } = controller;
      addEventListener('online', () => listener('online'), { signal });
      addEventListener('offline', () => listener('offline'), { signal });
      addEventListener('pagehide', () => listener('leave'), { signal });
      addEventListener('pageshow', ({ persisted }) => persisted && listener('return'), { signal });
      networkInformation()?.addEventListener('change', () => listener('network-change'), { signal });
      const onVisibilityChange = () => listener(page.visibilityState === 'hidden' ? 'hidden' : 'visible');
      page.addEventListener('visibilitychange', onVisibilityChange, { signal });
      return () => controller.abort();
    },
  };
}

/** The Network Information API, which only Chromium has and TypeScript does not declare. */
function networkInformation(): EventTarget | undefined {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return connection instanceof EventTarget ? connection : undefined;
}
