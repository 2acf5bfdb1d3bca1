import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { isFullSize, isLong, isSample, patience, seed } from '../../support/figures.ts';
import { expectNothingLost, killPointsOn, randomKills } from './kill-plans.ts';
import { type Kill, type KillPlan, type KillReport, killRun } from './kill-run.ts';

/** Kills in rounds, each with its own database and audit: 1,000 kills in a long run. */
const rounds = isFullSize ? [1, 2, 3, 4, 5] : [1];
const count = isLong ? 200 : isSample ? 5 : 15;
const { points, title, unsafeCount } = killPointsOn('SQLite');

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadchat-kill-'));
  file = join(folder, 'leads.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(kills: readonly Kill[], onProgress?: KillPlan['onProgress']): Promise<KillReport> {
  const open = () => openSqliteStore(file, { minFreeBytes: 0 });
  return killRun({ storeAddress: `sqlite:${file}`, open, kills, ...(onProgress !== undefined && { onProgress }) });
}

describe('a proxy that is killed', () => {
  it(
    `R2, R3: loses no accepted lead and does nothing twice, killed at ${title} of its work`,
    async ({ task }) => {
      console.log(`LEADCHAT_SEED=${seed}: ${points.join(', ')}`);
      const kills = points.map((at, index) => ({ at, nth: 1 + (index % 3) }));
      const report = await run(kills);
      expectNothingLost(task, report, { did: `SQLite: killed at ${title} of its work`, times: kills.length });
      expect(report.unknown).toBeGreaterThanOrEqual(unsafeCount);
    },
    600_000 * patience,
  );

  it.for(rounds)(
    `R2, R3: loses no accepted lead and does nothing twice, killed at ${count} random moments under load, round %i of ${rounds.length}`,
    { timeout: 3_600_000 * patience },
    async (round, { annotate, task }) => {
      const report = await run(randomKills(count, 250, round), annotate);
      expectNothingLost(task, report, {
        did: `SQLite: killed at random moments under load, round ${round} of ${rounds.length}`,
        times: count,
        isRandom: true,
      });
    },
  );
});
