import { type CapacityLimits, createCapacityGuard, type Disk } from '../capacity-guard.ts';
import type { LeadStore } from '../lead-store.ts';
import { createPhoneHasher } from '../phone-hash.ts';
import { timeOrderedId } from '../time-ordered-id.ts';
import type { WebhookReceiver } from '../webhook-queue.ts';
import { createCallLog } from './call-log.ts';
import { createCallWriter } from './call-writer.ts';
import { databaseDisk } from './database-disk.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { createLeadAdmin } from './lead-admin.ts';
import { createLeadIntake } from './lead-intake.ts';
import { createLogEmptier } from './log-emptier.ts';
import { type OpenDatabaseOptions, openDatabase, type SqliteContext } from './open-database.ts';
import { sqliteError } from './sqlite-error.ts';
import { createWebhookQueue } from './webhook-queue.ts';
import { createWebhookWriter } from './webhook-writer.ts';
import { createWriteQueue } from './write-queue.ts';

export type SqliteStoreOptions = CapacityLimits &
  OpenDatabaseOptions & {
    /** Receivers of webhooks. @default none */
    receivers?: readonly WebhookReceiver[];
    /** The key of the hashes of scrubbed leads' phones. @default nothing is kept of them */
    phoneSecret?: string;
    /** Reads the clock. @default Date.now */
    now?: () => number;
    /** The disk of the database; for tests. */
    disk?: Disk;
  };

/**
 * The embedded store: one file for the processes of one machine.
 *
 * @example
 * const store = await openSqliteStore('./leadchat.db');
 */
export async function openSqliteStore(file: string, options: SqliteStoreOptions = {}): Promise<LeadStore> {
  const db = await openDatabase(file, options);
  const queue = createWriteQueue(db);
  const listeners = new Set<() => void>();
  const context: SqliteContext = {
    db,
    write: queue.write,
    notify() {
      for (const listener of listeners) listener();
    },
    now: options.now ?? Date.now,
    newId: timeOrderedId,
    phoneHasher: createPhoneHasher(options.phoneSecret),
    log: createLogEmptier(db),
    webhooks: createWebhookWriter(db, options.receivers ?? []),
  };
  const countPending = db.prepare(`SELECT count(*) AS n FROM leads WHERE state = 'pending'`);
  const capacity = createCapacityGuard(options, {
    now: context.now,
    waiting: () => Number(countPending.get()?.n ?? 0),
    disk: options.disk ?? databaseDisk(file),
    errorOf: sqliteError,
  });
  const calls = createCallWriter(context);
  return {
    ...createLeadIntake(context, { calls, capacity }),
    ...createDeliveryQueue(context, calls),
    ...createLeadAdmin(context, calls),
    ...createCallLog(context, calls),
    ...createWebhookQueue(context),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      queue.close();
      listeners.clear();
      context.log.stop();
      if (db.isOpen) db.close();
    },
  };
}
