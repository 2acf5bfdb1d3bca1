import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';

/** Stores `count` leads, one after the other, and prints each as soon as it is stored. */
const [, , file = '', count = '1'] = process.argv;
const store = await openThreadedStore(file, { minFreeBytes: 0 });
for (let index = 0; index < Number(count); index++) {
  const phone = String(14155500000 + index);
  const lead = { key: randomUUID(), bodyHash: '', form: 'default', phone, record: { phone }, plan: { tags: [] } };
  await store.accept({ ...lead, acceptedAt: Date.now() });
  writeSync(1, `${JSON.stringify({ acknowledged: index })}\n`);
}
await store.close();
