import type { TestContext } from 'vitest';
import { numbersOf } from '../faults/numbers.ts';
import { drills, figures } from './promises.ts';
import { chooseSeed } from './seed.ts';

/** One measurement, as `npm run faults` reports it. */
export type Figure = {
  /** What the test did. */
  did: string;
  /** How often. */
  times: number;
  /** Repeats the run. */
  seed?: number;
  /** The finding of an independent record: the client's, the database's or the service's. */
  found: string;
};

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figure[];
  }
}

/** `npm run unit:long` and `npm run faults -- --long` run more kills, requests and inputs. */
export const isLong = process.env.LEADCHAT_LONG === '1';

const measuring = process.env.LEADCHAT_MEASURE;

/** `npm run faults` runs one test at a time. */
export const isMeasuring = measuring === 'quiet' || measuring === 'busy';

/** Whether tests assert times. `--busy` says that the machine has other work, so they do not. */
export const assertsTimes = measuring === 'quiet';

export const isBusy = measuring === 'busy';

/** `npm test` runs a sample, which the seed chooses. */
export const isSample = !isLong && !isMeasuring;

/** How many times longer than on a quiet machine a test may wait. `npm test` may run beside other work. */
export const patience = isBusy ? 10 : isSample ? 4 : 1;

/** `npm run faults -- --long` alone runs the sizes that take an hour. */
export const isFullSize = isLong && isMeasuring;

/** Of the run: its configuration has chosen it, if it has one. */
export const seed = Number(chooseSeed());

/** What fast-check needs for random inputs of which `npm test` tries a fifth. */
export function randomInputs(count: number): { seed: number; numRuns: number } {
  return { seed, numRuns: isSample ? Math.ceil(count / 5) : count };
}

/** Reports what a test found. Its title starts with the number of the figure, or the run could not assign it to a row. */
export function recordFigure(task: TestContext['task'], figure: Figure): void {
  if (!numbersOf(task.fullTestName).some((number) => number in figures || number in drills)) {
    throw new Error(
      `The title of a test that records a figure starts with its number, like "R1: …": ${task.fullTestName}`,
    );
  }
  task.meta.figures = [...(task.meta.figures ?? []), figure];
}

/** Random numbers from 0 to 1 that depend on the seed only (mulberry32). */
export function seededRandom(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
