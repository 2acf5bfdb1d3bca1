/** `leave`: the page is hidden for good or put into the back/forward cache; `return`: it comes back from there. */
export type PageLifecycleEvent = 'online' | 'offline' | 'visible' | 'hidden' | 'leave' | 'return';

/** What happens around the page that a connection should know of. */
export interface PageLifecycle {
  online(): boolean;
  visible(): boolean;
  /** Returns the end of listening. */
  listen(listener: (event: PageLifecycleEvent) => void): () => void;
}

/** The browser's own. Where there is no page, on a server or in a worker, nothing ever happens. */
export function browserPageLifecycle(): PageLifecycle {
  const page = typeof document === 'undefined' ? undefined : document;
  return {
    online: () => typeof navigator === 'undefined' || navigator.onLine !== false,
    visible: () => page?.visibilityState !== 'hidden',
    listen(listener) {
      if (page === undefined) return () => {};
      const ending = new AbortController();
      const { signal } = ending;
      addEventListener('online', () => listener('online'), { signal });
      addEventListener('offline', () => listener('offline'), { signal });
      addEventListener('pagehide', () => listener('leave'), { signal });
      addEventListener('pageshow', ({ persisted }) => persisted && listener('return'), { signal });
      page.addEventListener(
        'visibilitychange',
        () => listener(page.visibilityState === 'hidden' ? 'hidden' : 'visible'),
        {
          signal,
        },
      );
      return () => ending.abort();
    },
  };
}
