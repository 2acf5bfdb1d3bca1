import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Clock } from '../../clock.ts';

export type CurrentMinute = {
  /** The time, exact at the start of each minute. */
  readonly now: ReadonlySignal<number>;
  dispose(): void;
};

const minuteMs = 60_000;

/** Ticks every minute while it is needed. A timer for a time that is hours away would be late after the machine has slept. */
export function createCurrentMinute(clock: Clock, isNeeded: () => boolean): CurrentMinute {
  const now = signal(clock.now());
  let cancelTick = () => {};

  function tick(): void {
    now.value = clock.now();
    cancelTick = clock.after(minuteMs - (clock.now() % minuteMs), tick);
  }

  return {
    now,
    dispose: effect(() => {
      if (!isNeeded()) return;
      tick();
      return () => cancelTick();
    }),
  };
}
