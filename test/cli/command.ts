import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { format } from 'node:util';
import { vi } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { programFile } from '../support/programs.ts';

const program = programFile('src/cli/main.ts');

export type Ended = { code: number | null; stdout: string; stderr: string };

/** Runs a command until it ends. */
export async function runCommand(
  args: string[],
  env: Record<string, string> = {},
  folder = process.cwd(),
): Promise<Ended> {
  const running = start(args, env, folder);
  const code = await running.ended;
  return { code, stdout: running.stdout(), stderr: running.stderr() };
}

/**
 * Runs a command that ends by itself in this process: the same code, words and exit code, without the second that a process
 * needs to start.
 */
export async function runHere(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const before = { env: process.env, exitCode: process.exitCode };
  const printed = { log: '', error: '' };
  const spies = (['log', 'error'] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      printed[method] += `${format(...parts)}\n`;
    }),
  );
  // As in `runCommand`: the variables of the tests are no variables of the command.
  process.env = { PATH: process.env.PATH, ...env };
  process.exitCode = undefined;
  try {
    const code = await run(args);
    return { code: code ?? Number(process.exitCode ?? 0), stdout: printed.log, stderr: printed.error };
  } finally {
    process.env = before.env;
    process.exitCode = before.exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}

/** Starts a command and waits for its first line on stdout. `logFile`: where stderr goes instead of to the test. */
export async function startCommand(args: string[], env: Record<string, string> = {}, logFile?: string) {
  const running = start(args, env, process.cwd(), logFile);
  const firstLine = await new Promise<string>((done, fail) => {
    if (running.child.stdout === null) throw new Error('the command has no stdout');
    createInterface(running.child.stdout).once('line', done);
    running.ended.then((code) => fail(new Error(`ended with ${code}: ${running.stderr()}`)), fail);
  });
  const end = (signal: 'SIGTERM' | 'SIGINT') => {
    running.child.kill(signal);
    return running.ended;
  };
  return { firstLine, end, stdout: running.stdout, stderr: running.stderr, pid: running.child.pid };
}

function start(args: string[], env: Record<string, string>, folder: string, logFile?: string) {
  const log = logFile === undefined ? undefined : openSync(logFile, 'a');
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', ...env },
    stdio: ['ignore', 'pipe', log ?? 'pipe'],
  });
  if (log !== undefined) closeSync(log);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (data: Buffer) => {
    stdout += data;
  });
  child.stderr?.on('data', (data: Buffer) => {
    stderr += data;
  });
  const ended = new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  return { child, ended, stdout: () => stdout, stderr: () => stderr };
}
