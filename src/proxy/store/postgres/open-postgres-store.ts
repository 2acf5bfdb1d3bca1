import { createCapacityGuard, type RoomLimits } from '../capacity-guard.ts';
import type { LeadStore } from '../lead-store.ts';
import { createCallLog } from './call-log.ts';
import { openDatabase, type PostgresContext, postgresError } from './database.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { createLeadAdmin } from './lead-admin.ts';
import { createLeadIntake } from './lead-intake.ts';
import { migrate } from './migrations.ts';
import { createNotifications } from './notifications.ts';

export type PostgresStoreOptions = Pick<RoomLimits, 'maxWaiting'> & {
  /** Reads the clock. @default Date.now */
  now?: () => number;
};

/**
 * The store for more than one machine: any number of proxies share one database.
 *
 * @example
 * const store = await openPostgresStore('postgres://leadchat@db/leadchat');
 */
export async function openPostgresStore(url: string, options: PostgresStoreOptions = {}): Promise<LeadStore> {
  const database = await openDatabase(url);
  try {
    await migrate(database);
    const notifications = createNotifications(url);
    const context: PostgresContext = {
      database,
      notify: notifications.publish,
      now: options.now ?? Date.now,
      newId: () => crypto.randomUUID(),
    };
    // Counted on the side: an accepted lead does not wait for a count of all the others.
    let waiting = 0;
    const count = async () => {
      const { rows } = await database.query(`SELECT count(*)::float8 AS n FROM leadchat.leads WHERE state = 'pending'`);
      waiting = Number(rows[0]?.n ?? 0);
    };
    const ensureRoom = createCapacityGuard(options, {
      now: context.now,
      waiting() {
        // A database that does not answer is noticed by the lead itself.
        count().catch(() => {});
        return waiting;
      },
      freeBytes: () => Number.POSITIVE_INFINITY,
      errorOf: postgresError,
    });
    await count();
    return {
      ...createLeadIntake(context, ensureRoom),
      ...createDeliveryQueue(database),
      ...createLeadAdmin(context),
      ...createCallLog(context),
      subscribe: notifications.subscribe,
      async close() {
        await notifications.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw postgresError(error);
  }
}
