import { testSharedClock } from './shared-clock-suite.ts';
import { sqliteStores } from './stores-under-test.ts';

testSharedClock('proxies that share a clock, on SQLite', sqliteStores);
