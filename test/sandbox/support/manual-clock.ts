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
      this.#waiting = this.#waiting.filter((one) => one !== entry);
    };
  }

  /** How many are waiting for a moment within the next `ms`. */
  waitingWithin(ms: number): number {
    return this.#waiting.filter(({ at }) => at <= this.#now + ms).length;
  }

  advance(ms: number): void {
    this.#now += ms;
    const due = this.#waiting.filter(({ at }) => at <= this.#now);
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#now);
    for (const { run } of due.toSorted((one, other) => one.at - other.at)) run();
  }
}
