import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { expectNothingLost, killPoints, randomKillCount, randomKills } from './kill-plans.ts';
import { type Kill, type KillReport, killRun } from './kill-run.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadchat-kill-'));
  file = join(folder, 'leads.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(kills: readonly Kill[]): Promise<KillReport> {
  return killRun({ storeAddress: `sqlite:${file}`, open: () => openSqliteStore(file, { minFreeBytes: 0 }), kills });
}

describe('a proxy that is killed', () => {
  it(`loses no accepted lead and does nothing twice, killed at each point of its work`, async () => {
    const kills = killPoints.map((at, index) => ({ at, nth: 1 + (index % 3) }));
    const report = await run(kills);
    expectNothingLost(report, kills.length);
    // Killed with an enrolment or a call in the air, it says so instead of guessing.
    expect(report.unknown).toBeGreaterThanOrEqual(4);
  }, 180_000);

  it(`loses no accepted lead and does nothing twice, killed at ${randomKillCount} random moments under load`, async () => {
    const kills = randomKills(randomKillCount, 250);
    expectNothingLost(await run(kills), kills.length);
  }, 1_800_000);
});
