import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminFunnel } from '../../../src/protocol/admin/funnel.ts';
import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { type Harness, leadHeaders, startHarness } from '../support/harness.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const adminToken = 'a-token-for-operators';

async function funnelOf({ get }: Harness) {
  const response = await get('/admin/api/funnel?by=page', { authorization: `Bearer ${adminToken}` });
  const { total, rows } = adminFunnel.parse(await response.json());
  return { total, rows };
}

it('two proxies of one database show the same, with 100 pages of a day together', async () => {
  const url = await postgres.createDatabase();
  const start = async () => startHarness({ adminToken }, { store: await openPostgresStore(url) });
  const [first, second] = [await start(), await start()];
  const visit = (page: string) => ({ form: 'default', page, stages: ['opened'] });
  await Promise.all(
    Array.from({ length: 80 }, async (_, index) => {
      await first.post('/funnel', visit(`/first/${index}`));
      await second.post('/funnel', visit(`/second/${index}`));
    }),
  );
  await second.post('/leads', { form: 'default', fields: { phone: '+14155552671' } }, leadHeaders());
  // Each stores its own when it is asked.
  await Promise.all([funnelOf(first), funnelOf(second)]);
  const shown = await funnelOf(first);
  expect(await funnelOf(second)).toEqual(shown);
  expect([shown.total.visits.opened, shown.total.leads.accepted]).toEqual([160, 1]);
  expect(shown.rows.filter(({ name }) => name !== 'other')).toHaveLength(100);
}, 300_000);
