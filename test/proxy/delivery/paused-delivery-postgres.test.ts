import { testPausedDelivery } from './paused-delivery-suite.ts';
import { postgresStores } from './stores-under-test.ts';

testPausedDelivery('a lead whose process pauses, on Postgres', postgresStores);
