import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { startPostgres } from '../../support/postgres.ts';
import { testPausedDelivery } from './paused-delivery-suite.ts';

testPausedDelivery('a lead whose process pauses, on Postgres', async () => {
  const postgres = await startPostgres();
  return { open: async () => openPostgresStore(await postgres.createDatabase()), stop: () => postgres.stop() };
});
