import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';

const usage = z.object({
  heapMb: z.number(),
  residentMb: z.number(),
  /** CPU time of all threads since the process started. */
  cpuMs: z.number(),
});

/** A server that is measured, in a process of its own. */
export type Subject = {
  port: number;
  usage(): Promise<z.infer<typeof usage>>;
  stop(): Promise<void>;
};

const running = new Set<Subject>();

/** Stops what a measurement has left running when it failed. */
export async function stopSubjects(): Promise<void> {
  await Promise.all([...running].map((subject) => subject.stop()));
}

/** What lets a process say what it uses, without a change of its program. */
export const reportUsage = ['--import', join(import.meta.dirname, 'report-usage.mjs')];

/** A process with `reportUsage` that listens on a port. */
export function createSubject(child: ChildProcess, port: number, cleanUp: () => void = () => {}): Subject {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const subject: Subject = {
    port,
    async usage() {
      child.send('usage');
      return usage.parse(await nextMessage(child));
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      if (running.delete(subject)) cleanUp();
    },
  };
  running.add(subject);
  return subject;
}

const started = z.object({ port: z.number() });

/** Starts a script that sends its port to its parent. Its log is written to the file `log`. */
export async function startServer(script: string, args: readonly string[], log: number): Promise<Subject> {
  const child = fork(script, args, {
    execArgv: ['--expose-gc', ...reportUsage],
    stdio: ['ignore', log, 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const { port } = started.parse(await nextMessage(child));
  return createSubject(child, port);
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`${child.spawnargs.join(' ')} ended with code ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
  });
}
