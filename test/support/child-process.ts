import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { programFile } from './programs.ts';

export type Child = {
  /** The first line on its stdout, parsed. */
  ready: Promise<unknown>;
  /** Settles when the process has ended for any reason. */
  ended: Promise<void>;
  kill(signal: 'SIGKILL' | 'SIGTERM'): void;
  /** Its output on stderr. */
  errors(): string;
};

/** Runs a TypeScript file of the project in a separate process. */
export function runChild(file: string, args: readonly string[] = [], env: Record<string, string> = {}): Child {
  const child: ChildProcess = spawn(process.execPath, [programFile(file), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ready = new Promise<unknown>((resolve, reject) => {
    if (child.stdout === null) throw new Error('the child has no stdout');
    const lines = createInterface({ input: child.stdout });
    lines.once('line', (line) => resolve(JSON.parse(line)));
    void ended.then(() => reject(new Error(`the process ended before it was ready: ${errors}`)));
  });
  ready.catch(() => {}); // who only waits for its end need not look
  return { ready, ended, kill: (signal) => child.kill(signal), errors: () => errors };
}
