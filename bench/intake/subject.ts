import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * The servers that are compared: a bare handler that commits each row (`floor`), three frameworks with the same
 * handler, the bare handler with leadchat's store, and the whole proxy, which checks no limits and writes no log.
 */
export type SubjectKind = 'floor' | 'hono' | 'fastify' | 'express' | 'store' | 'proxy';

export type SubjectOptions = {
  /** `sqlite:PATH` or `postgres://…`. */
  store: string;
  /** Number of pending leads in the store at the start; SQLite only. */
  waiting?: number;
  /** Address of the service that leads are delivered to. @default nowhere: every accepted lead stays pending */
  service?: string;
};

type Usage = z.infer<typeof usage>;

export type Subject = {
  port: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
};

const started = z.object({ port: z.number() });
export const usage = z.object({
  heapMb: z.number(),
  residentMb: z.number(),
  /** CPU time of all threads since the process started. */
  cpuMs: z.number(),
});

/** Starts a server in a separate process. */
export async function startSubject(kind: SubjectKind, options: SubjectOptions): Promise<Subject> {
  const { store, waiting = 0, service = '' } = options;
  const script = join(import.meta.dirname, 'server.ts');
  const child = fork(script, [kind, store, String(waiting), service], {
    execArgv: ['--expose-gc', '--import', join(import.meta.dirname, 'report-usage.mjs')],
  });
  const { port } = started.parse(await nextMessage(child, kind));
  return {
    port,
    async usage() {
      child.send('usage');
      return usage.parse(await nextMessage(child, kind));
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.removeAllListeners('message');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function nextMessage(child: ChildProcess, kind: SubjectKind): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the ${kind} server ended with code ${code}`)));
  });
}

/** Of the dashboard of the whole proxy. */
export const adminToken = 'an-admin-token-for-measurements';

export const fastifyVersion = '5.12.8';
const fastifyFolder = join(import.meta.dirname, '../.peers/fastify');
export const fastifyModule = join(fastifyFolder, 'node_modules/fastify/fastify.js');

/** Fastify is not a dependency of leadchat; Hono and Express are. */
export function installFastify(): void {
  if (existsSync(fastifyModule)) return;
  console.error(`[leadchat] bench: downloading fastify@${fastifyVersion}`);
  mkdirSync(fastifyFolder, { recursive: true });
  const options = ['--prefix', fastifyFolder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
  execFileSync('npm', ['install', `fastify@${fastifyVersion}`, ...options], { stdio: 'inherit' });
}
