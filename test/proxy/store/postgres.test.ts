import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { startPostgres } from '../../support/postgres.ts';
import { testLeadStore } from './contract.ts';

testLeadStore('Postgres store', async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  return { open: () => openPostgresStore(url), remove: postgres.stop };
});
