import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { testLeadStore } from './contract.ts';

testLeadStore('SQLite store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-store-'));
  return {
    open: () => openSqliteStore(join(folder, 'leads.db'), { minFreeBytes: 0 }),
    async remove() {
      rmSync(folder, { recursive: true });
    },
  };
});
