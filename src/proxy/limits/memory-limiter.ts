import { denied, type LimiterFactory } from './limiter.ts';

/** Keys that one limit remembers. Beyond that it forgets the least recently used key. */
const maxKeys = 50_000;

type Window = { count: number; endsAt: number };

/**
 * Limits that are counted in this process, without a database, in windows that begin with a key's first event. Without
 * timers, which cannot be longer than 24.8 days, and by a clock that nobody sets.
 */
export function createMemoryLimiters(capacity = maxKeys): LimiterFactory {
  return (_name, { points, seconds }) => {
    // In the order of their last use.
    const windows = new Map<string, Window>();
    const current = (key: string): Window | undefined => {
      const window = windows.get(key);
      return window !== undefined && window.endsAt > performance.now() ? window : undefined;
    };
    return {
      async take(key) {
        const now = performance.now();
        const window = current(key) ?? { count: 0, endsAt: now + seconds * 1000 };
        windows.delete(key);
        windows.set(key, window);
        for (const [oldest, { endsAt }] of windows) {
          if (windows.size <= capacity && endsAt > now) break;
          windows.delete(oldest);
        }
        if (window.count >= points) return denied(window.endsAt - now);
        window.count++;
        return { allowed: true };
      },
      async giveBack(key) {
        const window = current(key);
        if (window !== undefined && window.count > 0) window.count--;
      },
    };
  };
}
