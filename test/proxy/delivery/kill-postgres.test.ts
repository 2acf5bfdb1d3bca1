import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { expectNothingLost, isLong, killPoints, randomKillCount, randomKills } from './kill-plans.ts';
import { type Kill, type KillReport, killRun } from './kill-run.ts';

// A restart on Postgres takes about a second: the short form makes do with half as many.
const count = isLong ? randomKillCount : Math.ceil(randomKillCount / 2);

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 120_000);
afterAll(() => postgres?.stop());

async function run(kills: readonly Kill[]): Promise<KillReport> {
  const storeAddress = await postgres.createDatabase();
  return killRun({ storeAddress, open: () => openPostgresStore(storeAddress), kills, proxies: 2 });
}

describe('two proxies on one Postgres, one of them killed at a time', () => {
  it('lose no accepted lead and do nothing twice, killed at each point of the work', async () => {
    const kills = killPoints.map((at) => ({ at, nth: 1 }));
    const report = await run(kills);
    expectNothingLost(report, kills.length);
    expect(report.unknown).toBeGreaterThanOrEqual(1);
  }, 180_000);

  it(`lose no accepted lead and do nothing twice, killed at ${count} random moments under load`, async () => {
    const kills = randomKills(count, 400);
    expectNothingLost(await run(kills), kills.length);
  }, 1_800_000);
});
