import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type CapacityLimits, createCapacityGuard } from '../capacity-guard.ts';
import type { LeadStore } from '../lead-store.ts';
import { timeOrderedId } from '../time-ordered-id.ts';
import type { WebhookReceiver } from '../webhook-queue.ts';
import { createCallLog } from './call-log.ts';
import { createCallWriter } from './call-writer.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { createLeadAdmin } from './lead-admin.ts';
import { createLeadIntake } from './lead-intake.ts';
import { type OpenDatabaseOptions, openDatabase, type SqliteContext } from './open-database.ts';
import { sqliteError } from './sqlite-error.ts';
import { createWebhookQueue } from './webhook-queue.ts';
import { createWebhookWriter } from './webhook-writer.ts';
import { createWriteQueue } from './write-queue.ts';

export type SqliteStoreOptions = CapacityLimits &
  OpenDatabaseOptions & {
    /** Receivers of webhooks. @default none */
    receivers?: readonly WebhookReceiver[];
    /** Reads the clock. @default Date.now */
    now?: () => number;
    /** Free space on the disk of the database, in bytes; for tests. */
    freeBytes?: () => number;
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
    webhooks: createWebhookWriter(db, options.receivers ?? []),
  };
  const countPending = db.prepare(`SELECT count(*) AS n FROM leads WHERE state = 'pending'`);
  const ensureCapacity = createCapacityGuard(options, {
    now: context.now,
    waiting: () => Number(countPending.get()?.n ?? 0),
    freeBytes: options.freeBytes ?? (() => freeBytesOf(file)),
    errorOf: sqliteError,
  });
  const calls = createCallWriter(context);
  return {
    ...createLeadIntake(context, { calls, ensureCapacity }),
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
      if (db.isOpen) db.close();
    },
  };
}

function freeBytesOf(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}
