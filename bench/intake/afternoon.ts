import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { installPackages } from '../install-packages.ts';
import { type Subject, startServer } from './subject.ts';

const folder = join(import.meta.dirname, 'afternoon');

export type Afternoon = {
  framework: 'hono' | 'fastify';
  queue: 'sqlite' | 'graphile-worker' | 'pg-boss';
  /** Whether all processes share the limits, as leadchat's proxies on Postgres do; or each process has its own. */
  limits: 'own' | 'shared';
};

/** Intake as a good engineer writes it in an afternoon: with the best libraries, and leadchat's checks. */
export function startAfternoon(
  { framework, queue, limits }: Afternoon,
  store: string,
  logFile: string,
): Promise<Subject> {
  return startServer(join(folder, 'server.js'), [framework, store, queue, limits], openSync(logFile, 'a'));
}

/** Installs its libraries, and returns their versions. */
export function installAfternoon(): Record<string, string> {
  installPackages(folder);
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  return dependencies;
}
