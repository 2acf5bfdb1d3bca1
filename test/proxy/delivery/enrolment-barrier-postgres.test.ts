import { testEnrolmentBarrier } from './enrolment-barrier-suite.ts';
import { postgresStores } from './stores-under-test.ts';

testEnrolmentBarrier('the next lead of a phone, on Postgres', postgresStores);
