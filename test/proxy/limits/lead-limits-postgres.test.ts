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

  it('count a guess of the admin token before it is compared, in whichever proxy', { timeout: 300_000 }, async () => {
    const limiter = await createLimiter();
    const proxies = [await startHarness({ adminToken }, { limiter }), await startHarness({ adminToken }, { limiter })];
    const guesses = Array.from({ length: 300 }, (_, index) =>
      proxies[index % 2]?.get('/admin/api/leads', {
        authorization: `Bearer ${index === 200 ? adminToken : 'guess'}`,
      }),
    );
    const statuses = (await Promise.all(guesses)).map((response) => response?.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(290);
  });
});
