import { openThreadedStore } from '../../../src/proxy/store/sqlite/open-threaded-store.ts';

/** Stores a lead, prints the outcome, and ends without closing the store. */
const [, , file = ''] = process.argv;
const store = await openThreadedStore(file, { minFreeBytes: 0 });
const record = { phone: '14155500000' };
const lead = { key: 'a', bodyHash: '', form: 'default', phone: record.phone, record, plan: { tags: [] } };
console.log(JSON.stringify(await store.accept({ ...lead, acceptedAt: Date.now() })));
