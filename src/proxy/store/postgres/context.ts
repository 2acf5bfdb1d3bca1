import type { PhoneHasher } from '../phone-hash.ts';
import type { Database, Queryable } from './database.ts';
import type { WebhookWriter } from './webhook-writer.ts';

/** The context that all modules of the store share. */
export type PostgresContext = {
  database: Database;
  /** Wakes all proxies as soon as the transaction is committed. */
  notify(tx: Queryable): Promise<void>;
  now(): number;
  newId(): string;
  phoneHasher: PhoneHasher;
  /** Reports changes of leads and calls, inside their transaction. */
  webhooks: WebhookWriter;
};
