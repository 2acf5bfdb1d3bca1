import type { Database } from './database.ts';
import type { JobQueue } from './job-queue.ts';

/** What the parts of the store share. */
export type PostgresContext = {
  database: Database;
  jobs: JobQueue;
  /** Tells the subscribers in this process at once; the others hear of it by their jobs. */
  notify(): void;
  now(): number;
  newId(): string;
};
