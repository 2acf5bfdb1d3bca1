import type { Clock } from '../../src/clock.ts';

/** A clock that only the test moves. */
export type ManualClock = Clock & {
  /** Timers that have not run. */
  readonly pending: number;
  /** Moves forward and runs due timers in order. Real events can run between timers. */
  advance(ms: number): Promise<void>;
  /** The same synchronously, for tests without real events. */
  advanceNow(ms: number): void;
  /** The machine sleeps: time passes and no timer runs. Due timers run late, after it. */
  sleep(ms: number): Promise<void>;
};

type Timer = { at: number; run: () => void };

export function manualClock(start = 1_700_000_000_000): ManualClock {
  let now = start;
  const timers = new Set<Timer>();

  function next(until: number): Timer | undefined {
    let first: Timer | undefined;
    // Timers of the same time run in the order in which they were set, which is the order of the set.
    for (const timer of timers) if (timer.at <= until && (first === undefined || timer.at < first.at)) first = timer;
    return first;
  }

  function run(timer: Timer): void {
    timers.delete(timer);
    now = Math.max(now, timer.at);
    timer.run();
  }

  async function advance(ms: number): Promise<void> {
    const until = now + ms;
    await turn();
    for (let timer = next(until); timer !== undefined; timer = next(until)) {
      run(timer);
      await turn();
    }
    now = until;
  }

  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    get pending() {
      return timers.size;
    },
    advance,
    advanceNow(ms) {
      const until = now + ms;
      for (let timer = next(until); timer !== undefined; timer = next(until)) run(timer);
      now = until;
    },
    async sleep(ms) {
      now += ms;
      await advance(0);
    },
  };
}

/** Waits a few turns of the event loop, so that real sockets can continue. */
async function turn(): Promise<void> {
  for (let count = 0; count < 5; count++) await new Promise((resolve) => setImmediate(resolve));
}
