import { createStore, type LeadStore, type StoreOptions } from '../create-store.ts';
import { describeStore } from '../describe-store.ts';
import { migrate } from '../schema.ts';
import type { Database } from '../sql.ts';
import { StoreError } from '../store-error.ts';
import { ownStore } from '../store-owner.ts';
import { assertDurable, createPostgresDatabase } from './database.ts';
import { followDatabaseTime } from './database-time.ts';
import { createNotifications } from './notifications.ts';
import { openingError } from './postgres-error.ts';

export type PostgresStoreOptions = Omit<StoreOptions, 'minFreeBytes'> & {
  /** How long to wait for the response to a query. @default 15000 */
  timeoutMs?: number;
};

/** A migration of many leads takes longer than a query may. */
const migrationMs = 30 * 60_000;

/**
 * The store for several machines: any number of proxies share one database.
 *
 * @example
 * const store = await openPostgresStore('postgres://leadchat@db/leadchat');
 */
export async function openPostgresStore(url: string, options: PostgresStoreOptions = {}): Promise<LeadStore> {
  const { mustExist = false, owner, timeoutMs } = options;
  const limits = timeoutMs === undefined ? {} : { queryMs: timeoutMs };
  const database = createPostgresDatabase(url, limits);
  let time: Awaited<ReturnType<typeof followDatabaseTime>>;
  try {
    await assertDurable(database);
    if (mustExist) await assertStore(database, url);
    await migrateDatabase(url);
    if (owner !== undefined) await ownStore(database, describeStore(url), owner);
    time = await followDatabaseTime(database);
  } catch (error) {
    await database.close();
    throw openingError(error, url);
  }
  // A search through all leads does not take the connections of intake and delivery.
  const dashboard = createPostgresDatabase(url, { ...limits, maxConnections: 2 });
  const notifications = createNotifications(url, database);
  return createStore(
    {
      database,
      dashboard,
      notify: notifications.notify,
      subscribe: notifications.subscribe,
      // Vacuum and the server's own log are up to the database's operator.
      emptyLog: async () => true,
      async close() {
        time.stop();
        // First, because the last notification may still wait for a connection, which a pool that ends does not give.
        await notifications.close();
        await Promise.all([dashboard.close(), database.close()]);
      },
    },
    { now: time.now, ...options },
  );
}

async function migrateDatabase(url: string): Promise<void> {
  const database = createPostgresDatabase(url, { queryMs: migrationMs, maxConnections: 1 });
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
}

/** Another application's database must not become an empty store. */
async function assertStore(database: Database, url: string): Promise<void> {
  const row = await database.get(`SELECT to_regclass('leadchat.leads') AS name`);
  if (typeof row?.name === 'string') return;
  throw new StoreError({ code: 'no-store', message: `[store] ${describeStore(url)} holds no store of leadchat.` });
}
