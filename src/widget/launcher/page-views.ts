import { definedGlobal } from '../../page-globals.ts';
import { activationTime } from './prerendering.ts';

/** One look of the visitor at one page. */
export type PageView = {
  readonly url: string;
  /** The URL's path, which the option `pages` is about. */
  readonly path: string;
  /** When it began, as `performance.now()` counts. */
  readonly startedAt: number;
  /** The visitor has not navigated within the page. */
  readonly isFirst: boolean;
};

export interface PageViews {
  current(): PageView;
  /** Calls the listener whenever the address changes, until the signal is aborted. Returns a function that removes it. */
  subscribe(listener: () => void, signal?: AbortSignal): () => void;
}

/** How often the address is compared in browsers without the Navigation API. */
const pollMs = 500;

/**
 * Follows the visitor through the page. A navigation within the page, such as `history.pushState()`, starts a new page view.
 * None of the page's functions is replaced: the Navigation API reports every change. Browsers without it do not report
 * `pushState()`, so there the address is compared twice a second.
 */
export function createPageViews(): PageViews {
  let navigatedAt = 0;
  let view = viewNow(true);

  function viewNow(isFirst: boolean): PageView {
    const since = navigatedAt;
    return {
      url: location.href,
      path: location.pathname,
      // Known when the visitor comes to the page, which may have changed its address before.
      get startedAt() {
        return Math.max(since, activationTime());
      },
      isFirst,
    };
  }

  function current(): PageView {
    if (location.href !== view.url) {
      const isSamePage = pageOf(location.href) === pageOf(view.url);
      if (!isSamePage) navigatedAt = performance.now();
      view = viewNow(view.isFirst && isSamePage);
    }
    return view;
  }

  function subscribe(listener: () => void, signal?: AbortSignal): () => void {
    let seen = current();
    const look = () => {
      if (seen === current()) return;
      seen = current();
      listener();
    };
    const stop = follow(look);
    signal?.addEventListener('abort', stop);
    return stop;
  }

  return { current, subscribe };
}

/** An anchor, such as `#prices`, is a place on a page. The fragments of routers, `#/prices` and `#!prices`, are pages. */
function pageOf(url: string): string {
  return url.replace(/#[^!/].*/, '');
}

function follow(look: () => void): () => void {
  const navigation = definedGlobal('navigation');
  if (navigation instanceof EventTarget) {
    navigation.addEventListener('currententrychange', look);
    return () => navigation.removeEventListener('currententrychange', look);
  }
  const timer = setInterval(look, pollMs);
  return () => clearInterval(timer);
}
