import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { testSharedClock } from './shared-clock-suite.ts';

testSharedClock('proxies that share a clock, on SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-clock-'));
  let count = 0;
  return {
    open: () => openSqliteStore(join(folder, `${++count}.db`), { minFreeBytes: 0 }),
    stop: () => rm(folder, { recursive: true }),
  };
});
