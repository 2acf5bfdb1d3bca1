import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { isLong, isSample, patience, seed } from '../../support/figures.ts';
import { type OwnPostgres, startOwnPostgres } from '../../support/postgres.ts';
import { expectNothingLost, killPointsOn, randomKills } from './kill-plans.ts';
import { type KillPlan, type KillReport, killRun } from './kill-run.ts';

// A restart on Postgres takes about a second, so there are fewer kills than on SQLite.
const count = isLong ? 200 : isSample ? 2 : 8;
const { points, title, unsafeCount } = killPointsOn('Postgres');

// Its connections are ended, and it is restarted.
let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(() => postgres?.stop());

async function run(plan: Pick<KillPlan, 'kills' | 'disruptions' | 'onProgress'>): Promise<KillReport> {
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
  it(
    `R2, R3: lose no accepted lead and do nothing twice, killed at ${title} of the work`,
    async ({ task }) => {
      console.log(`LEADCHAT_SEED=${seed}: ${points.join(', ')}`);
      const kills = points.map((at) => ({ at, nth: 1 }));
      const report = await run({ kills });
      expectNothingLost(task, report, {
        did: `two proxies on Postgres: one killed at ${title} of its work`,
        times: kills.length,
      });
      expect(report.unknown).toBeGreaterThanOrEqual(Math.min(1, unsafeCount));
    },
    600_000 * patience,
  );

  it(
    `R2, R3: lose no accepted lead and do nothing twice, killed at ${count} random moments under load`,
    async ({ annotate, task }) => {
      const report = await run({ kills: randomKills(count, 400), onProgress: annotate });
      const did = 'two proxies on Postgres: one killed at random moments under load';
      expectNothingLost(task, report, { did, times: count, isRandom: true });
    },
    1_800_000 * patience,
  );
});

describe('two proxies whose Postgres fails', () => {
  // At least one restart and one crash.
  const rounds = isLong ? 20 : isSample ? 2 : 3;

  it(
    `R3: lose no lead and do nothing twice while all connections are ended ${rounds} times under load`,
    async ({ task }) => {
      const disruptions = Array.from({ length: rounds }, () => endConnections);
      const report = await run({ kills: [], disruptions });
      expectNothingLost(task, report, { did: 'two proxies on Postgres: all its connections ended', times: rounds });
    },
    600_000 * patience,
  );

  it(
    `R3: lose no lead and do nothing twice while the server is restarted or crashes ${rounds} times under load`,
    async ({ task }) => {
      const disruptions = Array.from({ length: rounds }, (_, round) => async () => {
        await postgres.restart(round % 2 === 0 ? 'fast' : 'immediate');
      });
      const report = await run({ kills: [], disruptions });
      expectNothingLost(task, report, { did: 'two proxies on Postgres: it restarts or crashes', times: rounds });
    },
    600_000 * patience,
  );
});
