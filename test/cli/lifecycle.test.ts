import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../support/wait-for.ts';

/** Its stop waits until it can read a line. Each Ctrl-C arrives twice, as when npm forwards it. */
const program = `
  import { once } from 'node:events';
  import { stopOnSignal } from './src/cli/lifecycle.ts';
  stopOnSignal([async () => {
    process.kill(process.pid, 'SIGINT');
    console.log('stopping');
    await once(process.stdin, 'data');
  }]);
  setInterval(() => {}, 60_000);
  console.log('ready');
`;

let child: ChildProcess;
let output = '';
let exit: Promise<unknown[]>;

beforeEach(async () => {
  output = '';
  child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout?.on('data', (data) => {
    output += data;
  });
  exit = once(child, 'exit');
  await waitFor(() => expect(output).toContain('ready'));
});

afterEach(() => {
  child.kill('SIGKILL');
});

describe('a command that runs until it is stopped', () => {
  it('treats the two signals that npm causes as one, and finishes with exit code 0', async () => {
    child.kill('SIGINT');
    await waitFor(() => expect(output).toContain('stopping'));
    child.stdin?.write('go on\n');
    expect(await exit).toEqual([0, null]);
  });

  it('exits at once with code 130 when Ctrl-C is pressed again', async () => {
    child.kill('SIGINT');
    const pressing = setInterval(() => child.kill('SIGINT'), 100);
    expect(await exit).toEqual([130, null]);
    clearInterval(pressing);
  });
});
