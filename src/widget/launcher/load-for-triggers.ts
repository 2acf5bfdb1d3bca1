import { matchesUrl } from '../../options/index.ts';
import type { PageViews } from './page-views.ts';
import { readJsonOption, readTextOption } from './raw-options.ts';

/**
 * Loads the panel, which watches the triggers. Most of them need an active visitor, so it is loaded on the first activity. A
 * delay needs none: it is loaded when the delay has passed since the page view began. Returns a cleanup.
 */
export function loadForTriggers(option: unknown, pageViews: PageViews, load: () => void): () => void {
  const stop = new AbortController();
  const triggers = Object.values(Object(readJsonOption(option))).map(Object);
  let timers: ReturnType<typeof setTimeout>[] = [];
  const stopTimers = () => timers.forEach(clearTimeout);
  const startTimers = () => {
    stopTimers();
    const { startedAt, url: address } = pageViews.current();
    timers = triggers
      .filter(
        ({ type, seconds, url }) =>
          type === 'delay' && typeof seconds === 'number' && matchesUrl(readTextOption(url), address),
      )
      .map(({ seconds }) => setTimeout(load, startedAt + seconds * 1000 - performance.now()));
  };

  const unsubscribe = pageViews.subscribe(startTimers);
  startTimers();
  if (triggers.length > 0) {
    for (const activity of ['scroll', 'pointermove', 'keydown']) addEventListener(activity, load, stop);
  }
  return () => {
    unsubscribe();
    stopTimers();
    stop.abort();
  };
}
