import { expect } from 'vitest';
import type { Kill, KillReport } from './kill-run.ts';

/** `npm run unit:long` runs the long form, which takes minutes. */
export const isLong = process.env.LEADCHAT_LONG === '1';

export const randomKillCount = isLong ? 200 : 15;

/** Every point between the commits and requests of a delivery, and around the commit that accepts a lead. */
export const killPoints = [
  ...['accepting', 'queued', 'accepted', 'claimed', 'settled', 'starting', 'started'],
  ...['create', 'tag', 'journey', 'call'].flatMap((step) => [`sending:${step}`, `responded:${step}`]),
];

/** Kills at random moments; `LEADCHAT_SEED` repeats them. */
export function randomKills(count: number, withinMs: number): Kill[] {
  const seed = Number(process.env.LEADCHAT_SEED ?? Date.now() % 1_000_000);
  console.log(`LEADCHAT_SEED=${seed}`);
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => ({ afterMs: Math.floor(random() * withinMs) }));
}

export function expectNothingLost(report: KillReport, kills: number): void {
  expect(report.lost).toEqual([]);
  expect(report.wrong).toEqual([]);
  expect(report.duplicateEnrolments).toBe(0);
  expect(report.duplicateCalls).toBe(0);
  const restarts = [...report.restartMs].sort((a, b) => a - b);
  const median = Math.round(restarts[Math.floor(restarts.length / 2)] ?? 0);
  console.log(
    `${kills} failures, ${report.accepted} leads accepted, 0 lost, 0 twice, ${report.unknown} unknown; restart p50 ${median} ms, max ${Math.round(restarts.at(-1) ?? 0)} ms`,
  );
}

/** Random numbers that depend on the seed only (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
