import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createCurrentMinute } from '../../../src/widget/panel/current-minute.ts';
import { manualClock } from '../../support/manual-clock.ts';

it('knows each midnight while it is needed, also after the machine has slept, and has no timer otherwise', async () => {
  const clock = manualClock(new Date(2026, 10, 20, 23, 58, 30).getTime());
  const isNeeded = signal(true);
  const { dispose, now } = createCurrentMinute(clock, () => isNeeded.value);
  const day = () => new Date(now.value).getDate();
  clock.advanceNow(89_999);
  expect(day()).toBe(20);
  clock.advanceNow(1);
  expect(day()).toBe(21);
  await clock.sleep(24 * 3_600_000);
  expect(day()).toBe(22);
  isNeeded.value = false;
  expect(clock.pending).toBe(0);
  await clock.sleep(24 * 3_600_000);
  isNeeded.value = true;
  expect(day()).toBe(23);
  dispose();
  expect(clock.pending).toBe(0);
});
