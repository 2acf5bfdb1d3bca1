import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeadlines } from '../../../src/proxy/http/deadlines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the time that work may take', () => {
  const late = new Error('late');
  const create = () => createDeadlines({ timeoutMs: 20_000, createError: () => late });

  it('ends for each work on its own, with one timer for all', async () => {
    const withinTime = create();
    const outcomes: string[] = [];
    const start = (name: string) => {
      withinTime(new Promise(() => {})).catch((error: unknown) => outcomes.push(`${name} ${error === late}`));
    };
    start('first');
    await vi.advanceTimersByTimeAsync(5_000);
    start('second');
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(outcomes).toEqual(['first true']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(outcomes).toEqual(['first true', 'second true']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('passes on what the work resolves or rejects with', async () => {
    const withinTime = create();
    await expect(withinTime(Promise.resolve(1))).resolves.toBe(1);
    const failure = new Error('failed');
    await expect(withinTime(Promise.reject(failure))).rejects.toBe(failure);
  });
});
