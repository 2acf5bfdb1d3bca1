import { expect, it, vi } from 'vitest';
import { shareLoad } from '../src/shared-load.ts';
import { manualClock } from './support/manual-clock.ts';

function share() {
  const clock = manualClock();
  const load = vi.fn(async () => 'module');
  return { clock, load, shared: shareLoad(load, clock) };
}

it('loads once for all that ask while a load is under way, and when it has succeeded', async () => {
  const { clock, load, shared } = share();
  expect(await Promise.all([shared.load(), shared.load()])).toEqual(['module', 'module']);
  await clock.advance(600_000);
  shared.forgetFailure();
  expect(await shared.load()).toBe('module');
  expect(load).toHaveBeenCalledOnce();
});

it('shares a failure for two seconds, and loads again after that', async () => {
  const { clock, load, shared } = share();
  load.mockRejectedValueOnce(new TypeError('blocked'));
  await expect(shared.load()).rejects.toThrow('blocked');
  await clock.advance(1_999);
  await expect(shared.load()).rejects.toThrow('blocked');
  expect(load).toHaveBeenCalledOnce();
  await clock.advance(1);
  expect(await shared.load()).toBe('module');
  expect(load).toHaveBeenCalledTimes(2);
});

it('loads at once after a failure that is to be forgotten, but not beside a load that is under way', async () => {
  const { load, shared } = share();
  load.mockRejectedValueOnce(new TypeError('blocked'));
  await expect(shared.load()).rejects.toThrow('blocked');
  shared.forgetFailure();
  const second = shared.load();
  shared.forgetFailure();
  expect(await Promise.all([second, shared.load()])).toEqual(['module', 'module']);
  expect(load).toHaveBeenCalledTimes(2);
});
