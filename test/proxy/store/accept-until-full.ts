import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';
import { isStoreError } from '../../../src/proxy/store/store-error.ts';

/**
 * Stores leads until that fails, and prints how it failed. With a user's id, it gives up root's rights first. Everything
 * is loaded by then, so the store has to run in this thread: a new one would have to read the sources, which may lie in
 * a folder that only root can enter.
 */
const [, , file = '', user] = process.argv;
if (user !== undefined) giveUpRights(Number(user));
const ids: string[] = [];
let store: LeadStore | undefined;
let error: unknown;
try {
  store = await (user === undefined ? openThreadedStore : openSqliteStore)(file, {
    minFreeBytes: 0,
    mustExist: existsSync(file),
  });
  for (let index = 0; index < 10_000; index++) {
    const phone = String(14155500000 + index);
    const record = { phone, note: 'x'.repeat(2_000) };
    const lead = { key: randomUUID(), bodyHash: '', form: 'default', phone, record, plan: { tags: [] } };
    const acceptance = await store.accept({ ...lead, acceptedAt: Date.now() });
    if (acceptance.outcome === 'stored') ids.push(acceptance.lead);
  }
} catch (cause) {
  error = isStoreError(cause) ? { name: cause.name, code: cause.code, message: cause.message } : String(cause);
}
const found = (await store?.find(ids[0] ?? '')) !== undefined;
console.log(JSON.stringify({ accepted: ids.length, error, found }));

function giveUpRights(id: number): void {
  process.setgroups?.([]);
  process.setgid?.(id);
  process.setuid?.(id);
}
