import { describeStore } from '../describe-store.ts';
import { type StoreOwner, serviceName, shouldRecordOwner } from '../store-owner.ts';
import type { Database } from './database.ts';
import { locks } from './migrations.ts';

/** Checks or records the service that owns the store. The lock makes the first of several proxies the owner. */
export async function ownStore(database: Database, url: string, owner: StoreOwner): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [locks.migrate]);
    const { rows: owners } = await tx.query('SELECT service FROM leadchat.owner');
    const { rows: leads } = await tx.query('SELECT 1 FROM leadchat.leads LIMIT 1');
    const service = owners[0]?.service;
    const found = { service: typeof service === 'string' ? service : undefined, hasLeads: leads.length > 0 };
    if (!shouldRecordOwner(found, owner, describeStore(url))) return;
    await tx.query(
      'INSERT INTO leadchat.owner (id, service) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET service = $1',
      [serviceName(owner.service)],
    );
  });
}
