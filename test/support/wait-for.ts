import { vi } from 'vitest';
import { waitLimitMs } from './time-limits.ts';

/**
 * Waits until the condition no longer throws. The second that `vi.waitFor` allows by default is too short on a busy machine, and
 * most conditions hold a task or two later, long before the next of its looks.
 */
export function waitFor<T>(condition: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(condition, { timeout: waitLimitMs, interval: 10 });
}
