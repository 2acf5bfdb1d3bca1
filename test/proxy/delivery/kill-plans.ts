import { expect, type TestContext } from 'vitest';
import { isSample, recordFigure, seed, seededRandom } from '../../support/figures.ts';
import { sampleOf } from '../../support/sample.ts';
import type { Kill, KillReport } from './kill-run.ts';

/** Every point between the commits and requests of a delivery, and around the commit that accepts a lead. */
const killPoints = [
  ...['accepting', 'queued', 'accepted', 'claimed', 'settled', 'starting', 'started'],
  ...['create', 'tag', 'journey', 'call'].flatMap((step) => [`sending:${step}`, `responded:${step}`]),
];

/** A kill there leaves an unknown outcome instead of a guessed one. */
const unsafePoints = ['journey', 'call'].flatMap((step) => [`sending:${step}`, `responded:${step}`]);

export type KillPoints = { points: readonly string[]; title: string; unsafeCount: number };

/**
 * The points at which the tests of a database kill. A sample kills at each point on one of the two databases, which the
 * seed chooses; other runs kill at all of them on both.
 */
export function killPointsOn(database: 'SQLite' | 'Postgres'): KillPoints {
  // A start with Postgres takes longer.
  const onPostgres = sampleOf(killPoints, 4);
  const points = isSample
    ? killPoints.filter((point) => onPostgres.includes(point) === (database === 'Postgres'))
    : killPoints;
  return {
    points,
    title: isSample ? `${points.length} of the ${killPoints.length} points` : 'each point',
    unsafeCount: points.filter((point) => unsafePoints.includes(point)).length,
  };
}

/** Kills at random moments, which differ in each round. `LEADCHAT_SEED` repeats them. */
export function randomKills(count: number, withinMs: number, round = 1): Kill[] {
  console.log(`LEADCHAT_SEED=${seed}`);
  const random = seededRandom(seed + round - 1);
  return Array.from({ length: count }, () => ({ afterMs: Math.floor(random() * withinMs) }));
}

export type KillFigure = { did: string; times: number; isRandom?: boolean };

export function expectNothingLost(task: TestContext['task'], report: KillReport, figure: KillFigure): void {
  const { did, times, isRandom = false } = figure;
  const { accepted, lost, wrong, duplicateEnrolments, duplicateCalls, unknown } = report;
  const { median, longest } = restartTimes(report);
  const restarts = `restart: median ${Math.round(median)} ms, longest ${Math.round(longest)} ms`;
  console.log(`${did}, ${times} times: ${accepted} leads accepted, ${unknown} unknown; ${restarts}`);
  expect(lost).toEqual([]);
  expect(wrong).toEqual([]);
  expect(duplicateEnrolments).toBe(0);
  expect(duplicateCalls).toBe(0);
  const found = `${accepted} leads accepted, 0 lost, 0 enrolled or called twice, ${unknown} shown as unknown`;
  recordFigure(task, { did, times, found, ...(isRandom ? { seed } : {}) });
}

function restartTimes({ restartMs }: KillReport): { median: number; longest: number } {
  const sorted = [...restartMs].sort((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 };
}
