import { dataOption, matchesUrl, textOption } from '../../options/index.ts';
import { pageDocument, whenIdle } from '../../page-globals.ts';
import type { PageViews } from './page-views.ts';
import type { StoreState, WidgetStore } from './widget-store.ts';

export type BackgroundLoadingDeps = {
  store: WidgetStore;
  signal: AbortSignal;
  pageViews: PageViews;
  loadPanel(): void;
  /** Looks at what earlier pages have stored. */
  checkStored(): void;
  loadConfig(): Promise<void>;
  /** The configuration for the page's options could not be loaded. */
  onConfigFailed(error: unknown): void;
};

/** What a widget loads before its panel is loaded, and without the visitor: for triggers, a stored conversation, its look, and a site that preloads it. */
export function createBackgroundLoading(deps: BackgroundLoadingDeps) {
  const { store, signal, pageViews, loadPanel, checkStored, loadConfig, onConfigFailed } = deps;
  /** The address whose configuration was requested while the page was idle. */
  let idleAddress = '';
  let stopTriggers = () => {};

  /** Once for each proxy and form. The visitor has asked for nothing yet; after a failure, their intent tries again. */
  function loadConfigWhenIdle(): void {
    const { configAddress, options } = store.get();
    if (signal.aborted || configAddress === idleAddress || options.loadConfig === 'intent') return;
    idleAddress = configAddress;
    loadConfig().catch((error) => {
      // The page may name another one meanwhile.
      if (!signal.aborted && store.get().configAddress === configAddress) onConfigFailed(error);
    });
  }

  /** Not while the page loads: its own pictures and scripts come first. */
  function preloadWhenIdle(): void {
    if (signal.aborted || !canPreload(store.get())) return;
    if (pageDocument.readyState === 'complete') loadPanel();
    else addEventListener('load', () => whenIdle(preloadWhenIdle), { once: true, signal });
  }

  function stop(): void {
    stopTriggers();
  }

  signal.addEventListener('abort', stop);
  return {
    start(): void {
      stopTriggers = loadForTriggers(dataOption(store.get().options, 'triggers'), pageViews, loadPanel);
      checkStored();
      whenIdle(loadConfigWhenIdle);
      whenIdle(preloadWhenIdle);
    },
    stop,
  };
}

/** Whether the site can afford the chat for a visitor who has not asked for it, and the visitor, as far as the browser says. */
function canPreload({ options, isHidden, isHiddenByPage }: StoreState): boolean {
  const { saveData, effectiveType = '4g' } = Object(Reflect.get(navigator, 'connection'));
  return (
    textOption(options, 'preload') === 'idle' && !isHidden && !isHiddenByPage && !saveData && effectiveType === '4g'
  );
}

/**
 * Loads the panel, which watches the triggers. Most of them need an active visitor, so it is loaded on the first activity. Two
 * need none: for a delay it is loaded when that has passed since the page view began, for an address as soon as it matches.
 * Returns a cleanup.
 *
 * The triggers are data that the panel has not parsed yet, so they may be anything.
 */
function loadForTriggers(triggers: unknown, pageViews: PageViews, load: () => void): () => void {
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
  for (const activity of ['scroll', 'pointermove', 'keydown'])
    addEventListener(activity, load, { signal: stop.signal });
  return () => {
    unsubscribe();
    stopTimers();
    stop.abort();
  };
}
