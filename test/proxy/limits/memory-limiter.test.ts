import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryLimiters } from '../../../src/proxy/limits/memory-limiter.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('limits in memory', () => {
  it('count points per time window and key', async () => {
    const limiter = createMemoryLimiters()('test', { points: 2, seconds: 10 });
    expect(await limiter.take('a')).toEqual({ allowed: true });
    expect(await limiter.take('a')).toEqual({ allowed: true });
    vi.advanceTimersByTime(4000);
    expect(await limiter.take('a')).toEqual({ allowed: false, retryAfterSeconds: 6 });
    expect(await limiter.take('b')).toEqual({ allowed: true });
    vi.advanceTimersByTime(6001);
    expect(await limiter.take('a')).toEqual({ allowed: true });
  });

  // Its timer was longer than timers can be and fired at once, so that the limit never counted.
  it('count in windows of more than 24.8 days', async () => {
    const limiter = createMemoryLimiters()('test', { points: 1, seconds: 30 * 86_400 });
    expect((await limiter.take('a')).allowed).toBe(true);
    vi.advanceTimersByTime(29 * 86_400_000);
    expect(await limiter.take('a')).toEqual({ allowed: false, retryAfterSeconds: 86_400 });
    vi.advanceTimersByTime(86_400_001);
    expect((await limiter.take('a')).allowed).toBe(true);
  });

  it('count as before when the clock is set', async () => {
    const limiter = createMemoryLimiters()('test', { points: 1, seconds: 10 });
    await limiter.take('a');
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(10_001);
    expect((await limiter.take('a')).allowed).toBe(true);
  });

  // A point that came back after its window had ended allowed one more than the limit.
  it('give no point back that was taken in an earlier window', async () => {
    const limiter = createMemoryLimiters()('test', { points: 1, seconds: 10 });
    await limiter.take('a');
    vi.advanceTimersByTime(10_001);
    await limiter.reward('a');
    expect((await limiter.take('a')).allowed).toBe(true);
    expect((await limiter.take('a')).allowed).toBe(false);
  });

  it('count each name separately', async () => {
    const limiters = createMemoryLimiters();
    await limiters('one', { points: 1, seconds: 10 }).take('a');
    expect(await limiters('two', { points: 1, seconds: 10 }).take('a')).toEqual({ allowed: true });
  });

  it('forget the least recently used key beyond their capacity', async () => {
    const limiter = createMemoryLimiters(2)('test', { points: 1, seconds: 600 });
    await limiter.take('a');
    await limiter.take('b');
    expect((await limiter.take('a')).allowed).toBe(false);
    await limiter.take('c');
    expect((await limiter.take('a')).allowed).toBe(false);
    expect((await limiter.take('b')).allowed).toBe(true);
  });

  // Others have given back more than was counted, which became four billion: the key was refused until its window ended.
  it('learn from others of no less than no point', async () => {
    const limiter = createMemoryLimiters()('test', { points: 2, seconds: 10 });
    await limiter.take('a');
    limiter.set('a', -1, 5_000);
    const results = [await limiter.take('a'), await limiter.take('a'), await limiter.take('a')];
    expect(results.map(({ allowed }) => allowed)).toEqual([true, true, false]);
  });
});
