import type { RawOptions } from '../../options/index.ts';
import { pageDocument } from '../../page-globals.ts';
import type { PageViews } from './page-views.ts';
import { isPrerendering, onActivation } from './prerendering.ts';

const minuteMs = 60_000;

export type OptionConditionsDeps = {
  signal: AbortSignal;
  element: HTMLElement;
  pageViews: PageViews;
  /** The options may be others, although nobody has set one. */
  onChange(): void;
  onNavigation(): void;
};

/** What the options depend on besides their sources: the language of the page, `hidden` on the widget's element, the address, the time. */
export function watchOptionConditions({ signal, element, pageViews, onChange, onNavigation }: OptionConditionsDeps) {
  let isFollowingPages = false;
  let minuteTimer: ReturnType<typeof setTimeout>;
  const observer = new MutationObserver(onChange);
  observer.observe(pageDocument.documentElement, { attributeFilter: ['lang'] });
  observer.observe(element, { attributeFilter: ['hidden'] });
  if (isPrerendering()) onActivation(onChange, signal);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(minuteTimer);
  });
  return {
    /** Watches the time and the address, if the options that were read last depend on them. */
    follow(sources: readonly (RawOptions | undefined)[], { away }: RawOptions): void {
      clearTimeout(minuteTimer);
      if (away === 'hidden') minuteTimer = setTimeout(onChange, minuteMs - (Date.now() % minuteMs));
      if (isFollowingPages || !sources.some((source) => source?.pages)) return;
      isFollowingPages = true;
      pageViews.subscribe(onNavigation, signal);
    },
  };
}
