import { triggersKey as key, type Trigger } from '../../options/index.ts';

export type TriggerDeps = {
  triggers: readonly Trigger[];
  /** Where the last time is kept; null: nowhere, so a trigger fires on every page. */
  area: Pick<Storage, 'getItem' | 'setItem'> | null;
  fire: (trigger: Trigger) => void;
  now?: () => number;
};

/** Waits for the first trigger that applies and is not capped, fires it, and is done. Returns its end. */
export function watchTriggers({ triggers, area, fire, now = Date.now }: TriggerDeps): () => void {
  const ends: (() => void)[] = [];
  const end = () => {
    for (const one of ends.splice(0)) one();
  };
  const last = readTimes(area);
  for (const trigger of triggers) {
    const id = JSON.stringify(trigger);
    const isCapped = now() - (last.get(id) ?? Number.NEGATIVE_INFINITY) < trigger.everyHours * 3_600_000;
    if (isCapped || !matchesUrl(trigger.url, location.href)) continue;
    ends.push(
      watch(trigger, () => {
        end();
        writeTimes(area, last.set(id, now()));
        fire(trigger);
      }),
    );
  }
  return end;
}

function watch(trigger: Trigger, fire: () => void): () => void {
  switch (trigger.type) {
    case 'delay': {
      // Counted from the page's beginning, however late we were loaded.
      const timer = setTimeout(fire, Math.max(0, trigger.seconds * 1000 - performance.now()));
      return () => clearTimeout(timer);
    }
    case 'scroll': {
      const check = () => {
        const { scrollHeight, clientHeight } = document.documentElement;
        const way = scrollHeight - clientHeight;
        if (way > 0 && (scrollY / way) * 100 >= trigger.percent) fire();
      };
      addEventListener('scroll', check, { passive: true });
      const first = setTimeout(check);
      return () => {
        clearTimeout(first);
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

/** `*` stands for anything; without one the text may be anywhere in the address. */
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

function readTimes(area: TriggerDeps['area']): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(area?.getItem(key) ?? '{}');
    const entries = Object.entries(Object(kept)).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    );
    return new Map(entries);
  } catch {
    return new Map();
  }
}

function writeTimes(area: TriggerDeps['area'], times: ReadonlyMap<string, number>): void {
  try {
    area?.setItem(key, JSON.stringify(Object.fromEntries(times)));
  } catch {
    // Blocked or full storage: the trigger may fire again on the next page.
  }
}
