import { testEnrolmentBarrier } from './enrolment-barrier-suite.ts';
import { sqliteStores } from './stores-under-test.ts';

testEnrolmentBarrier('the next lead of a phone, on SQLite', sqliteStores);
