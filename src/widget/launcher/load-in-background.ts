import { dataOption, type RawOptions } from '../../options/index.ts';
import { definedGlobal } from '../../page-globals.ts';
import { loadForTriggers } from './load-for-triggers.ts';
import type { PageViews } from './page-views.ts';

/** The first storage access of a page waits for another browser process, so it is delayed until the page has loaded more. */
const storedCheckDelayMs = 300;

export type BackgroundLoadingDeps = {
  /** The options that apply now. */
  options(): RawOptions;
  pageViews: PageViews;
  loadPanel(): void;
  /** Looks at what earlier pages have stored. */
  checkStored(): void;
  /** The address of the configuration that the page's options name. */
  wantedAddress(): string;
  loadConfig(): Promise<void>;
  onConfigFailed(error: unknown): void;
};

/** What a widget loads before its panel is loaded, and without the visitor: for triggers, a stored conversation, and its look. */
export function createBackgroundLoading(deps: BackgroundLoadingDeps) {
  const { options, pageViews, loadPanel, checkStored, wantedAddress, loadConfig, onConfigFailed } = deps;
  /** The address whose configuration was requested while the page was idle. */
  let idleAddress = '';
  let stopTriggers = () => {};

  /** Once for each proxy and form. The visitor has asked for nothing yet; after a failure, their intent tries again. */
  function loadConfigWhenIdle(): void {
    const address = wantedAddress();
    if (address === idleAddress || options().loadConfig === 'intent') return;
    idleAddress = address;
    loadConfig().catch(onConfigFailed);
  }

  return {
    start(): void {
      stopTriggers = loadForTriggers(dataOption(options(), 'triggers'), pageViews, loadPanel);
      setTimeout(checkStored, storedCheckDelayMs);
      // Safari has no requestIdleCallback().
      (definedGlobal('requestIdleCallback') ? requestIdleCallback : setTimeout)(loadConfigWhenIdle);
    },
    stopTriggers: () => stopTriggers(),
  };
}
