import type { Clock } from '../../../src/clock.ts';

/** A clock that tests advance. Timers fire in order; those without a delay fire by themselves. */
export class ManualClock implements Clock {
  #elapsed = 0;
  #startedAt = Date.UTC(2026, 0, 1);
  #timers: { at: number; task: () => void }[] = [];

  now = () => this.#startedAt + this.#elapsed;
  elapsed = () => this.#elapsed;

  after(delayMs: number, task: () => void): () => void {
    const timer = { at: this.#elapsed + delayMs, task };
    this.#timers.push(timer);
    if (delayMs <= 0) setImmediate(() => this.advance(0));
    return () => {
      this.#timers = this.#timers.filter((pending) => pending !== timer);
    };
  }

  advance(ms: number): void {
    const end = this.#elapsed + ms;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((pending) => pending !== next);
      this.#elapsed = Math.max(this.#elapsed, next.at);
      next.task();
    }
    this.#elapsed = end;
  }

  /** Somebody sets the clock: no time passes, and timers are as far away as before. */
  set(byMs: number): void {
    this.#startedAt += byMs;
  }
}
