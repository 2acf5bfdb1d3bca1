import type { Clock } from '../../../src/clock.ts';

/** A clock that a test moves. */
export class ManualClock implements Clock {
  #now = Date.parse('2026-11-20T09:00:00.000Z');
  #waiting: { at: number; run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const entry = { at: this.#now + ms, run };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((timer) => timer !== entry);
    };
  }

  /** Number of timers that are due within the next `ms`. */
  timersWithin(ms: number): number {
    return this.#waiting.filter(({ at }) => at <= this.#now + ms).length;
  }

  advance(ms: number): void {
    this.#now += ms;
    const due = this.#waiting.filter(({ at }) => at <= this.#now);
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#now);
    for (const { run } of due.toSorted((a, b) => a.at - b.at)) run();
  }
}
