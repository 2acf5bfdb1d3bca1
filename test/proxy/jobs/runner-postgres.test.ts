import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { startPostgres } from '../../support/postgres.ts';
import { testRunner } from './runner-suite.ts';

testRunner('the runner on Postgres', async () => {
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  return { open: () => openPostgresStore(url), remove: () => postgres.stop() };
});
