import type { PhoneHasher } from './phone-hash.ts';
import type { Database } from './sql.ts';

/** What all modules of the store share. */
export type StoreContext = {
  database: Database;
  /** For what only reads and may take long: intake and delivery do not wait for it. */
  dashboard: Database;
  /** After a commit: a lead or a webhook may be due, in this or another proxy. */
  notify(): void;
  now(): number;
  phoneHasher: PhoneHasher;
  /**
   * Whether what was deleted has left the disk, as far as the database can do that itself. False while another connection
   * of an embedded store is reading; the store tries again.
   */
  emptyLog(): Promise<boolean>;
};
