import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { startPostgres } from '../../support/postgres.ts';
import { testEnrolmentBarrier } from './enrolment-barrier-suite.ts';

testEnrolmentBarrier('the next lead of a phone, on Postgres', async () => {
  const postgres = await startPostgres();
  return { open: async () => openPostgresStore(await postgres.createDatabase()), stop: () => postgres.stop() };
});
