import { testSharedClock } from './shared-clock-suite.ts';
import { postgresStores } from './stores-under-test.ts';

testSharedClock('proxies that share a clock, on Postgres', postgresStores);
