import type { Clock } from '../../../src/clock.ts';

/** A clock that tests advance. Timers fire in order; those without a delay fire by themselves. */
export class ManualClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  #timers: { at: number; task: () => void }[] = [];

  now = () => this.#now;

  after(delayMs: number, task: () => void): () => void {
    const timer = { at: this.#now + delayMs, task };
    this.#timers.push(timer);
    if (delayMs <= 0) setImmediate(() => this.advance(0));
    return () => {
      this.#timers = this.#timers.filter((pending) => pending !== timer);
    };
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((pending) => pending !== next);
      this.#now = Math.max(this.#now, next.at);
      next.task();
    }
    this.#now = end;
  }
}
