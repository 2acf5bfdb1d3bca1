import { testPausedDelivery } from './paused-delivery-suite.ts';
import { sqliteStores } from './stores-under-test.ts';

testPausedDelivery('a lead whose process pauses, on SQLite', sqliteStores);
