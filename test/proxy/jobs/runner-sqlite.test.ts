import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { testRunner } from './runner-suite.ts';

testRunner('the runner on SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-runner-'));
  return {
    open: () => openSqliteStore(join(folder, 'leads.db'), { minFreeBytes: 0 }),
    remove: () => rm(folder, { recursive: true }),
  };
});
