import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresLimiters } from '../../../src/proxy/limits/postgres-limiter.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { startHarness } from '../support/harness.ts';
import { testLeadLimits } from './lead-limits-suite.ts';

const adminToken = 'canary-admin-token-0001';
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe('limits in Postgres', () => {
  const createLimiter = async () => {
    const { create, close } = await openPostgresLimiters(await postgres.createDatabase(), 'secret');
    onTestFinished(close);
    return create;
  };
  testLeadLimits(createLimiter);

  it('count a guess of the admin token before it is compared, in each proxy', { timeout: 300_000 }, async () => {
    const url = await postgres.createDatabase();
    const start = async () => {
      const { create, close } = await openPostgresLimiters(url, 'secret');
      onTestFinished(close);
      return startHarness({ adminToken }, { limiter: create });
    };
    const proxies = [await start(), await start()];
    const guesses = Array.from({ length: 300 }, (_, index) =>
      proxies[index % 2]?.get('/admin/api/leads', {
        authorization: `Bearer ${index === 200 ? adminToken : 'guess'}`,
      }),
    );
    const statuses = (await Promise.all(guesses)).map((response) => response?.status);
    // Ten of each, or fewer if one has learned of the other meanwhile.
    const compared = statuses.filter((status) => status === 401).length;
    expect(compared).toBeGreaterThanOrEqual(10);
    expect(compared).toBeLessThanOrEqual(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(300 - compared);
  });
});
