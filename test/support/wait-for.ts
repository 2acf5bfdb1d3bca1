import { vi } from 'vitest';
import { waitLimitMs } from './time-limits.ts';

/** Waits until the condition no longer throws. The second that `vi.waitFor` allows by default is too short on a busy machine. */
export function waitFor<T>(condition: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(condition, waitLimitMs);
}
