import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';

/** Stores so many leads, one after the other, and says so of each as soon as it is stored. */
const [, , file = '', count = '1'] = process.argv;
const store = await openThreadedStore(file, { minFreeBytes: 0 });
for (let one = 0; one < Number(count); one++) {
  const phone = String(14155500000 + one);
  const lead = { key: randomUUID(), bodyHash: '', form: 'default', phone, record: { phone }, plan: { tags: [] } };
  await store.accept({ ...lead, acceptedAt: Date.now() });
  writeSync(1, `${JSON.stringify({ acknowledged: one })}\n`);
}
await store.close();
