import { type ResolvedTrigger, triggersKey } from '../../options/index.ts';

export type WatchTriggersOptions = {
  triggers: readonly ResolvedTrigger[];
  /** Stores when each trigger last fired; without it a trigger fires on every page. */
  area: Pick<Storage, 'getItem' | 'setItem'> | null;
  fire: (trigger: ResolvedTrigger) => void;
  now?: () => number;
};

/** Fires the first trigger that applies and has not fired too recently. Returns a cleanup. */
export function watchTriggers({ triggers, area, fire, now = Date.now }: WatchTriggersOptions): () => void {
  const cleanups: (() => void)[] = [];
  const stop = () => {
    for (const cleanup of cleanups.splice(0)) cleanup();
  };
  const lastFired = readTimes(area);
  for (const trigger of triggers) {
    const id = JSON.stringify(trigger);
    const isCapped = now() - (lastFired.get(id) ?? Number.NEGATIVE_INFINITY) < trigger.everyHours * 3_600_000;
    if (isCapped || !matchesUrl(trigger.url, location.href)) continue;
    cleanups.push(
      watch(trigger, () => {
        stop();
        writeTimes(area, lastFired.set(id, now()));
        fire(trigger);
      }),
    );
  }
  return stop;
}

function watch(trigger: ResolvedTrigger, fire: () => void): () => void {
  switch (trigger.type) {
    case 'delay': {
      // Counts from the start of the page, however late the panel is loaded.
      const timer = setTimeout(fire, Math.max(0, trigger.seconds * 1000 - performance.now()));
      return () => clearTimeout(timer);
    }
    case 'scroll': {
      const check = () => {
        const { scrollHeight, clientHeight } = document.documentElement;
        const distance = scrollHeight - clientHeight;
        if (distance > 0 && (scrollY / distance) * 100 >= trigger.percent) fire();
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
      document.addEventListener('mouseout', check);
      return () => document.removeEventListener('mouseout', check);
    }
    case 'url': {
      const timer = setTimeout(fire);
      return () => clearTimeout(timer);
    }
    default:
      return trigger satisfies never;
  }
}

/** Whether the URL contains the parts of the pattern in their order. `*` stands for anything between them. */
export function matchesUrl(pattern: string | undefined, url: string): boolean {
  if (pattern === undefined) return true;
  let from = 0;
  for (const part of pattern.split('*')) {
    const at = url.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

function readTimes(area: WatchTriggersOptions['area']): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(area?.getItem(triggersKey) ?? '{}');
    const entries = Object.entries(Object(stored)).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    );
    return new Map(entries);
  } catch {
    // Blocked or corrupt storage: no trigger has fired.
    return new Map();
  }
}

function writeTimes(area: WatchTriggersOptions['area'], times: ReadonlyMap<string, number>): void {
  try {
    area?.setItem(triggersKey, JSON.stringify(Object.fromEntries(times)));
  } catch {
    // Blocked or full storage: the trigger may fire again on the next page.
  }
}
