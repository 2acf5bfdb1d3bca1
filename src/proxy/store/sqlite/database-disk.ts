import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Disk } from '../capacity-guard.ts';
import { StoreError } from '../store-error.ts';

/** The disk of a database file, which does not have to exist yet. */
export function databaseDisk(file: string): Disk {
  const folder = dirname(file);
  const atFirst = identityOf(file);
  return {
    freeBytes: () =>
      readDisk(() => {
        const { bavail, bsize } = statfsSync(folder);
        return bavail * bsize;
      }),
    isReadOnly() {
      try {
        accessSync(folder, constants.W_OK);
        return false;
      } catch (error) {
        // A missing right is no reason: the files are open already, and then only the file system can refuse a write.
        return error instanceof Error && 'code' in error && error.code === 'EROFS';
      }
    },
    isGone: () => identityOf(file) !== atFirst,
  };
}

/** What tells a file from another one of the same name. Undefined if there is none. */
function identityOf(file: string): string | undefined {
  const found = readDisk(() => statSync(file, { bigint: true, throwIfNoEntry: false }));
  return found && `${found.dev} ${found.ino}`;
}

function readDisk<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const message = '[store] the disk of the database cannot be read.';
    throw new StoreError({ code: 'unavailable', message, retryAfterMs: 5_000, cause });
  }
}
