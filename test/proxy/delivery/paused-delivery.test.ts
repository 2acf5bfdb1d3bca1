import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { testPausedDelivery } from './paused-delivery-suite.ts';

testPausedDelivery('a lead whose process pauses, on SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-paused-'));
  let count = 0;
  return {
    open: () => openSqliteStore(join(folder, `${++count}.db`), { minFreeBytes: 0 }),
    stop: () => rm(folder, { recursive: true }),
  };
});
