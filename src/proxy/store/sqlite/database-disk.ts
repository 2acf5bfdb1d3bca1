import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Disk } from '../capacity-guard.ts';
import { StoreError } from '../store-error.ts';

/** The disk of a database file, which does not have to exist yet. */
export function databaseDisk(file: string): Disk {
  const folder = dirname(file);
  return {
    freeBytes() {
      try {
        const { bavail, bsize } = statfsSync(folder);
        return bavail * bsize;
      } catch (cause) {
        const message = '[store] the disk of the database cannot be read.';
        throw new StoreError({ code: 'unavailable', message, retryAfterMs: 5_000, cause });
      }
    },
    isReadOnly() {
      try {
        accessSync(folder, constants.W_OK);
        return false;
      } catch (error) {
        // A missing right is no reason: the files are open already, and then only the file system can refuse a write.
        return error instanceof Error && 'code' in error && error.code === 'EROFS';
      }
    },
  };
}
