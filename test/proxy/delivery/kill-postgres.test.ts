import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { expectNothingLost, isLong, killPoints, randomKillCount, randomKills } from './kill-plans.ts';
import { type KillPlan, type KillReport, killRun } from './kill-run.ts';

// A restart on Postgres takes about a second, so the short form has half as many.
const count = isLong ? randomKillCount : Math.ceil(randomKillCount / 2);

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 120_000);
afterAll(() => postgres?.stop());

async function run(plan: Pick<KillPlan, 'kills' | 'disruptions'>): Promise<KillReport> {
  const storeAddress = await postgres.createDatabase();
  return killRun({ storeAddress, open: () => openPostgresStore(storeAddress), proxies: 2, ...plan });
}

async function endConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: await postgres.createDatabase() });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  await client.end();
}

describe('two proxies on one Postgres, one of them killed at a time', () => {
  it('lose no accepted lead and do nothing twice, killed at each point of the work', async () => {
    const kills = killPoints.map((at) => ({ at, nth: 1 }));
    const report = await run({ kills });
    expectNothingLost(report, kills.length);
    expect(report.unknown).toBeGreaterThanOrEqual(1);
  }, 180_000);

  it(`lose no accepted lead and do nothing twice, killed at ${count} random moments under load`, async () => {
    const kills = randomKills(count, 400);
    expectNothingLost(await run({ kills }), kills.length);
  }, 1_800_000);
});

describe('two proxies whose Postgres fails', () => {
  const rounds = isLong ? 20 : 3;

  it(`lose no lead and do nothing twice while all connections are ended ${rounds} times under load`, async () => {
    const disruptions = Array.from({ length: rounds }, () => endConnections);
    expectNothingLost(await run({ kills: [], disruptions }), rounds);
  }, 600_000);

  it.runIf((process.env.LEADCHAT_TEST_DATABASE_URL ?? '') === '')(
    `lose no lead and do nothing twice while the server is restarted or crashes ${rounds} times under load`,
    async () => {
      const disruptions = Array.from({ length: rounds }, (_, round) => async () => {
        await postgres.restart?.(round % 2 === 0 ? 'fast' : 'immediate');
      });
      expectNothingLost(await run({ kills: [], disruptions }), rounds);
    },
    600_000,
  );
});
