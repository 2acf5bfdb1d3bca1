import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { patience } from '../../support/figures.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadchat-log-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scriptOf = (lines: number) => `
  import { createPinoLog } from './src/proxy/server/pino-log.ts';
  const log = createPinoLog('info');
  for (let line = 0; line < ${lines}; line++) log.info('line-written', { line });
  process.exit(3);`;

/** Ends a process right after some lines of its log, which goes to a file of so many blocks of 512 bytes at most. */
function exitAfter(lines: number, blocks: number | 'unlimited') {
  const file = join(folder, `${lines}-${blocks}.log`);
  const stderr = openSync(file, 'w');
  try {
    const command = [
      '-c',
      `ulimit -f ${blocks}; exec "$0" --input-type=module -e "$1"`,
      process.execPath,
      scriptOf(lines),
    ];
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

  // The last flush tried again for ever. A collector of logs that hangs is enough.
  it('lets a process end whose pipe nobody reads', async () => {
    const stdio = ['ignore', 'ignore', 'pipe'] as const;
    const child = spawn(process.execPath, ['--input-type=module', '-e', scriptOf(20_000)], { stdio: [...stdio] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [status] = await once(child, 'exit');
    expect(status).toBe(3);
  });
});
