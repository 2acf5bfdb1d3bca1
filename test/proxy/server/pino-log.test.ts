import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patience } from '../../support/figures.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadchat-log-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ends a process right after some lines of its log, which goes to a file of so many blocks of 512 bytes at most. */
function exitAfter(lines: number, blocks: number | 'unlimited') {
  const script = `
    import { createPinoLog } from './src/proxy/server/pino-log.ts';
    const log = createPinoLog('info');
    for (let line = 0; line < ${lines}; line++) log.info('line-written', { line });
    process.exit(3);`;
  const file = join(folder, `${lines}-${blocks}.log`);
  const stderr = openSync(file, 'w');
  try {
    const command = ['-c', `ulimit -f ${blocks}; exec "$0" --input-type=module -e "$1"`, process.execPath, script];
    const { status } = spawnSync('sh', command, { stdio: ['ignore', 'ignore', stderr], timeout: 10_000 * patience });
    return { status, written: readFileSync(file, 'utf8') };
  } finally {
    closeSync(stderr);
  }
}

// A file size limit makes the same writes fail as a full disk.
describe.skipIf(process.platform === 'win32')('the log', () => {
  it.each([
    [1, 0],
    [3, 0],
    [40, 1],
    [2_000, 1],
  ])('lets a process end that has written %i lines to a disk with %i free blocks', (lines, blocks) => {
    expect(exitAfter(lines, blocks).status).toBe(3);
  });

  it.each([1, 3, 2_000])('has each of %i lines when the process ends at once', (lines) => {
    const { status, written } = exitAfter(lines, 'unlimited');
    expect(status).toBe(3);
    expect(written.match(/"line":\d+/g)).toHaveLength(lines);
  });
});
