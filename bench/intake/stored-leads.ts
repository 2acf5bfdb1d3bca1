import { hash, randomUUID } from 'node:crypto';
import type { LeadStore } from '../../src/proxy/store/create-store.ts';
import { openPostgresStore } from '../../src/proxy/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../src/proxy/store/sqlite/open-sqlite-store.ts';

/** Opens the store of a proxy: `sqlite:PATH` or `postgres://…`. */
export function openStoreAt(address: string): Promise<LeadStore> {
  return address.startsWith('sqlite:') ? openSqliteStore(address.slice('sqlite:'.length)) : openPostgresStore(address);
}

/** Leads that are accepted at the same time. */
const batchSize = 500;
let phones = 13_125_000_000;

/** Stores leads that wait for delivery, or that are held for a look. */
export async function fillStore(store: LeadStore, count: number, held?: 'phone-limit'): Promise<void> {
  for (let stored = 0; stored < count; stored += batchSize) {
    const size = Math.min(batchSize, count - stored);
    await Promise.all(Array.from({ length: size }, () => store.accept(newLead(held))));
  }
}

function newLead(held: 'phone-limit' | undefined) {
  const phone = String(++phones);
  const record = { phone, first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com' };
  return {
    ...{ key: randomUUID(), bodyHash: hash('sha256', phone), form: 'default', phone, record, held },
    ...{ plan: { tags: ['web_lead'] }, acceptedAt: Date.now() },
  };
}
