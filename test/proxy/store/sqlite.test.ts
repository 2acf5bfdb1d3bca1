import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';
import { testLeadStore } from './contract.ts';
import { receivers } from './contract-webhooks.ts';

for (const [name, open] of [
  ['SQLite store', openSqliteStore],
  ['SQLite store in a thread', openThreadedStore],
] as const) {
  testLeadStore(name, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadchat-store-'));
    return {
      open: () => open(join(folder, 'leads.db'), { minFreeBytes: 0, receivers }),
      async remove() {
        rmSync(folder, { recursive: true });
      },
    };
  });
}
