import { type CapacityLimits, createCapacityGuard } from '../capacity-guard.ts';
import { describeStore } from '../describe-store.ts';
import type { LeadStore } from '../lead-store.ts';
import { createPhoneHasher } from '../phone-hash.ts';
import { StoreError } from '../store-error.ts';
import type { StoreOwner } from '../store-owner.ts';
import { timeOrderedId } from '../time-ordered-id.ts';
import type { WebhookReceiver } from '../webhook-queue.ts';
import { createCallLog } from './call-log.ts';
import type { PostgresContext } from './context.ts';
import { type Database, openDatabase, openingError, postgresError } from './database.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { createLeadAdmin } from './lead-admin.ts';
import { createLeadIntake } from './lead-intake.ts';
import { migrate } from './migrations.ts';
import { createNotifications } from './notifications.ts';
import { ownStore } from './own-store.ts';
import { createWebhookQueue } from './webhook-queue.ts';
import { createWebhookWriter } from './webhook-writer.ts';

export type PostgresStoreOptions = Pick<CapacityLimits, 'maxWaiting'> & {
  /** Receivers of webhooks. @default none */
  receivers?: readonly WebhookReceiver[];
  /** Opens only an existing store of leadchat, and creates none. @default false */
  mustExist?: boolean;
  /** The service that the store must belong to. @default any */
  owner?: StoreOwner;
  /** The key of the hashes of scrubbed leads' phones. @default nothing is kept of them */
  phoneSecret?: string;
  /** How long to wait for the response to a query. @default 15000 */
  timeoutMs?: number;
  /** Reads the clock. @default Date.now */
  now?: () => number;
};

/**
 * The store for several machines: any number of proxies share one database.
 *
 * @example
 * const store = await openPostgresStore('postgres://leadchat@db/leadchat');
 */
export async function openPostgresStore(url: string, options: PostgresStoreOptions = {}): Promise<LeadStore> {
  const database = await openDatabase(url, options.timeoutMs);
  try {
    if (options.mustExist === true) await assertStore(database, url);
    await migrateDatabase(url);
    if (options.owner !== undefined) await ownStore(database, url, options.owner);
    const notifications = createNotifications(url);
    const context: PostgresContext = {
      database,
      notify: notifications.publish,
      now: options.now ?? Date.now,
      newId: timeOrderedId,
      phoneHasher: createPhoneHasher(options.phoneSecret),
      webhooks: createWebhookWriter(options.receivers ?? [], notifications.publish),
    };
    // Counts in the background, so that accepting a lead does not wait.
    let waiting = 0;
    const count = async () => {
      const { rows } = await database.query(`SELECT count(*)::float8 AS n FROM leadchat.leads WHERE state = 'pending'`);
      waiting = Number(rows[0]?.n ?? 0);
    };
    const capacity = createCapacityGuard(options, {
      now: context.now,
      waiting() {
        // If the database is down, storing the lead fails too.
        count().catch(() => {});
        return waiting;
      },
      errorOf: postgresError,
    });
    await count();
    return {
      ...createLeadIntake(context, capacity),
      ...createDeliveryQueue(context),
      ...createLeadAdmin(context),
      ...createCallLog(context),
      ...createWebhookQueue(context),
      subscribe: notifications.subscribe,
      async close() {
        await notifications.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw openingError(error, url);
  }
}

/** Over a connection of its own, because a migration of many leads takes longer than a query may. */
async function migrateDatabase(url: string): Promise<void> {
  const database = await openDatabase(url, migrationMs);
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
}

const migrationMs = 30 * 60_000;

/** Another application's database must not become an empty store. */
async function assertStore(database: Database, url: string): Promise<void> {
  const { rows } = await database.query(`SELECT to_regclass('leadchat.leads') AS name`);
  if (typeof rows[0]?.name === 'string') return;
  throw new StoreError({ code: 'unavailable', message: `[store] ${describeStore(url)} holds no store of leadchat.` });
}
