import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const disk = '/dev/shm';
/** A whole run needs less than half of it: most is the server of Postgres with a database for each test. */
const roomBytes = 8e9;

/**
 * Keeps the temporary files of a run in memory, if there is room: the databases of the tests commit thousands of times, and each
 * commit waits for a disk. Whether it does is tested by itself (R19), and what measures uses the real disk. `TMPDIR` names another
 * folder. For the configuration, which the process of a run loads first: the processes that it starts inherit the folder.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !existsSync(disk)) return;
  const { bavail, bsize } = statfsSync(disk);
  if (Math.min(bavail * bsize, freemem()) < roomBytes) return;
  const folder = mkdtempSync(join(disk, 'leadchat-'));
  // The server of Postgres has another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
