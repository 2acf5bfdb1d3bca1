import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type StoreOwner, serviceName, shouldRecordOwner } from '../store-owner.ts';

/** Checks or records the service that owns the store. The write lock makes the first of several proxies the owner. */
export function ownStore(db: DatabaseSync, file: string, owner: StoreOwner): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    const service = db.prepare('SELECT service FROM owner').get()?.service;
    const hasLeads = db.prepare('SELECT 1 FROM leads LIMIT 1').get() !== undefined;
    const found = { service: typeof service === 'string' ? service : undefined, hasLeads };
    if (shouldRecordOwner(found, owner, `the database ${resolve(file)}`)) {
      db.prepare('INSERT OR REPLACE INTO owner (id, service) VALUES (1, ?)').run(serviceName(owner.service));
    }
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
