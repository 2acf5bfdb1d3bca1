import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { startPostgres } from '../../support/postgres.ts';
import { testSharedClock } from './shared-clock-suite.ts';

testSharedClock('proxies that share a clock, on Postgres', async () => {
  const postgres = await startPostgres();
  return { open: async () => openPostgresStore(await postgres.createDatabase()), stop: () => postgres.stop() };
});
