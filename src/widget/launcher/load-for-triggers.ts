import { matchesUrl } from '../../options/index.ts';
import type { PageViews } from './page-views.ts';

/**
 * Loads the panel, which watches the triggers. Most of them need an active visitor, so it is loaded on the first activity. Two
 * need none: for a delay it is loaded when that has passed since the page view began, for an address as soon as it matches.
 * Returns a cleanup.
 *
 * The triggers are data that the panel has not parsed yet, so they may be anything.
 */
export function loadForTriggers(triggers: unknown, pageViews: PageViews, load: () => void): () => void {
  if (!Array.isArray(triggers) || triggers.length === 0) return () => {};
  const stop = new AbortController();
  let timers: ReturnType<typeof setTimeout>[] = [];
  const stopTimers = () => timers.forEach(clearTimeout);
  const startTimers = () => {
    stopTimers();
    const view = pageViews.current();
    timers = triggers
      .map(Object)
      .map(({ type, seconds, url = '' }) => ({ seconds: type === 'url' ? 0 : type === 'delay' && seconds, url }))
      .filter(({ seconds, url }) => typeof seconds === 'number' && typeof url === 'string' && matchesUrl(url, view.url))
      .map(({ seconds }) => setTimeout(load, view.startedAt + seconds * 1000 - performance.now()));
  };

  const unsubscribe = pageViews.subscribe(startTimers);
  startTimers();
  for (const activity of ['scroll', 'pointermove', 'keydown']) addEventListener(activity, load, stop);
  return () => {
    unsubscribe();
    stopTimers();
    stop.abort();
  };
}
