import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type Ended = { code: number | null; stdout: string; stderr: string };

/** Runs one of our commands to its end. */
export async function runCommand(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const running = start(args, env);
  const code = await running.ended;
  return { code, stdout: running.stdout(), stderr: running.stderr() };
}

/** Starts one of our commands and waits for its first line on stdout. */
export async function startCommand(args: string[], env: Record<string, string> = {}) {
  const running = start(args, env);
  const firstLine = await new Promise<string>((done, fail) => {
    createInterface(running.child.stdout).once('line', done);
    running.ended.then((code) => fail(new Error(`ended with ${code}: ${running.stderr()}`)), fail);
  });
  const end = (signal: 'SIGTERM' | 'SIGINT') => {
    running.child.kill(signal);
    return running.ended;
  };
  return { firstLine, end, stderr: running.stderr };
}

function start(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['src/cli/main.ts', ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data: Buffer) => {
    stdout += data;
  });
  child.stderr.on('data', (data: Buffer) => {
    stderr += data;
  });
  const ended = new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  return { child, ended, stdout: () => stdout, stderr: () => stderr };
}
