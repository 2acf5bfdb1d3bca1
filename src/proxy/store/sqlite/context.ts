import type { DatabaseSync } from 'node:sqlite';

/** What the parts of the store share. */
export type SqliteContext = {
  db: DatabaseSync;
  /** Group commit: settles after the commit. */
  write<T>(work: () => T): Promise<T>;
  /** Tells subscribers that there may be something to claim. */
  notify(): void;
  now(): number;
  newId(): string;
};
