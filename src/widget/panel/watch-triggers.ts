import { matchesUrl, type ResolvedTrigger, readJson, storeText, triggersKey } from '../../options/index.ts';
import { pageDocument } from '../../page-globals.ts';
import { toJson } from '../../protocol/json.ts';
import type { PageView, PageViews } from '../launcher/index.ts';

type Area = Pick<Storage, 'getItem' | 'setItem'>;

export type WatchTriggersOptions = {
  triggers: readonly ResolvedTrigger[];
  pageViews: PageViews;
  /** Where `fired` is stored; without it that is known until the page is loaded again. */
  area: () => Area | null;
  /** When each trigger has fired on this page, whoever has watched it. */
  fired: Map<string, number>;
  fire: (trigger: ResolvedTrigger) => void;
  now?: () => number;
};

/**
 * In each page view, fires the first trigger that applies and has not fired too recently. A navigation within the page drops
 * those that wait, and watches the triggers of the next page. Returns a cleanup.
 */
export function watchTriggers({
  triggers,
  pageViews,
  area,
  fired,
  fire,
  now = Date.now,
}: WatchTriggersOptions): () => void {
  const cleanups: (() => void)[] = [];
  /** The start of the page view in which a trigger has fired. */
  let firedIn: number | undefined;

  function isCapped(trigger: ResolvedTrigger): boolean {
    const times = [fired, readTimes(area())].map((times) => times.get(toJson(trigger)) ?? Number.NEGATIVE_INFINITY);
    return now() - Math.max(...times) < trigger.everyHours * 3_600_000;
  }

  function stop(): void {
    for (const cleanup of cleanups.splice(0)) cleanup();
  }

  function start(): void {
    stop();
    const view = pageViews.current();
    if (view.startedAt === firedIn) return;
    for (const trigger of triggers) {
      if (isCapped(trigger) || !matchesUrl(trigger.url, view.url)) continue;
      const fireHere = () => {
        // A browser may report a navigation late. And the trigger may have fired on another page since it waits here.
        if (pageViews.current() !== view || isCapped(trigger)) return;
        stop();
        firedIn = view.startedAt;
        fired.set(toJson(trigger), now());
        storeFired(area(), fired);
        fire(trigger);
      };
      cleanups.push(watch(trigger, view, fireHere));
    }
  }

  const unsubscribe = pageViews.subscribe(start);
  start();
  return () => {
    unsubscribe();
    stop();
  };
}

/** Another tab may have fired some of them later than this one. */
export function storeFired(area: Area | null, fired: ReadonlyMap<string, number>): void {
  const times = readTimes(area);
  for (const [key, at] of fired) times.set(key, Math.max(at, times.get(key) ?? at));
  storeText(area, triggersKey, toJson(Object.fromEntries(times)));
}

function watch(trigger: ResolvedTrigger, { startedAt, isFirst }: PageView, fire: () => void): () => void {
  switch (trigger.type) {
    case 'delay': {
      // Counts from the start of the page view, however late the panel is loaded.
      const timer = setTimeout(fire, Math.max(0, startedAt + trigger.seconds * 1000 - performance.now()));
      return () => clearTimeout(timer);
    }
    case 'scroll': {
      // After a navigation, the previous page's scroll position may remain for a while: the visitor has to scroll from above.
      let isArmed = isFirst;
      const check = () => {
        const { scrollHeight, clientHeight } = pageDocument.documentElement;
        const distance = scrollHeight - clientHeight;
        if (distance <= 0) return;
        if ((scrollY / distance) * 100 < trigger.percent) isArmed = true;
        else if (isArmed) fire();
      };
      addEventListener('scroll', check, { passive: true });
      const firstCheck = setTimeout(check);
      return () => {
        clearTimeout(firstCheck);
        removeEventListener('scroll', check);
      };
    }
    case 'exit': {
      const check = (event: MouseEvent) => {
        if (event.clientY <= 0 && event.relatedTarget === null) fire();
      };
      pageDocument.addEventListener('mouseout', check);
      return () => pageDocument.removeEventListener('mouseout', check);
    }
    case 'url': {
      const timer = setTimeout(fire);
      return () => clearTimeout(timer);
    }
    default:
      return trigger satisfies never;
  }
}

function readTimes(area: Area | null): Map<string, number> {
  const stored = Object.entries(Object(readJson(area, triggersKey)));
  return new Map(stored.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}
