import { randomUUID } from 'node:crypto';
import type { LeadStore } from '../../../src/proxy/store/lead-store.ts';
import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';
import { isStoreError } from '../../../src/proxy/store/store-error.ts';

/** Stores leads until that fails, and prints how it failed. */
const [, , file = ''] = process.argv;
const ids: string[] = [];
let store: LeadStore | undefined;
let error: unknown;
try {
  store = await openThreadedStore(file, { minFreeBytes: 0 });
  for (let index = 0; index < 10_000; index++) {
    const phone = String(14155500000 + index);
    const record = { phone, note: 'x'.repeat(2_000) };
    const lead = { key: randomUUID(), bodyHash: '', form: 'default', phone, record, plan: { tags: [] } };
    const acceptance = await store.accept({ ...lead, acceptedAt: Date.now() });
    if (acceptance.outcome === 'stored') ids.push(acceptance.lead);
  }
} catch (cause) {
  error = isStoreError(cause) ? { name: cause.name, code: cause.code } : String(cause);
}
const found = (await store?.find(ids[0] ?? '')) !== undefined;
console.log(JSON.stringify({ accepted: ids.length, error, found }));
