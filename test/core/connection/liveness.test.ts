import { expect, it, vi } from 'vitest';
import { createLiveness } from '../../../src/core/connection/liveness.ts';
import { manualClock } from '../../support/manual-clock.ts';

function watch() {
  const clock = manualClock();
  const after = vi.spyOn(clock, 'after');
  const onSuspect = vi.fn();
  const liveness = createLiveness({ clock, isVisible: () => true, isAnswerDue: () => true, onSuspect });
  const stop = liveness.start();
  return { clock, after, onSuspect, liveness, stop };
}

// Cause: each frame cleared the timer of the check and set another one, a ninth of the time of a flood.
it('sets no timer for a frame, and checks a socket that is silent after the last one', async () => {
  const { clock, after, onSuspect, liveness, stop } = watch();
  const { length } = after.mock.calls;
  for (let count = 0; count < 5; count++) {
    await clock.advance(1_000);
    liveness.received();
  }
  expect(after.mock.calls).toHaveLength(length);
  await clock.advance(59_000);
  expect(onSuspect).not.toHaveBeenCalled();
  await clock.advance(1_000);
  expect(onSuspect).toHaveBeenCalledOnce();
  stop();
});

it('checks sooner after a message, and not at all once it is stopped', async () => {
  const { clock, onSuspect, liveness, stop } = watch();
  liveness.sent();
  await clock.advance(20_000);
  expect(onSuspect).toHaveBeenCalledOnce();
  liveness.sent();
  liveness.received();
  stop();
  await clock.advance(600_000);
  expect(onSuspect).toHaveBeenCalledOnce();
});
