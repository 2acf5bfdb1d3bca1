import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { deployedEnvironment, deployedFlags } from '../../test/support/deployed-start.ts';
import { createSubject, reportUsage, type Subject } from './subject.ts';

const addresses = z.object({ proxy: z.url() });

/** Of the dashboard and of the metrics. */
export const adminToken = 'an-admin-token-for-measurements';

export type CommandOptions = {
  /** `sqlite:PATH` or `postgres://…`. */
  store: string;
  /** Address of the service that leads are delivered to. @default nowhere: every accepted lead stays pending */
  service?: string;
  /** `delivery.concurrency`. @default leadchat's */
  concurrency?: number;
};

/**
 * The proxy as operators run it: `leadchat serve` of the build, started as by deploy/leadchat.service, with its log in a
 * file and its default limits. Only that of the whole site is raised, because it would refuse the load; each visitor has
 * an address of their own, which the proxy learns from a load balancer.
 */
export async function startCommand({ store, service = nowhere, concurrency }: CommandOptions): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-bench-'));
  const file = join(folder, 'leadchat.config.json');
  writeFileSync(
    file,
    JSON.stringify({
      service: { baseUrl: `${service}/v1`, hooksUrl: service, wssUrl: 'ws://127.0.0.1:9', apiKey: 'fake-key' },
      flowId: 'f1000000-0000-4000-8000-000000000001',
      origins: ['https://www.example.com'],
      forms: { default: { tags: ['web_lead'] } },
      limits: { leadsPerSite: { points: 1_000_000_000, seconds: 60 } },
      ...(concurrency !== undefined && { delivery: { concurrency } }),
      trustedProxies: ['127.0.0.1'],
      adminToken,
      keepAssetsIn: false,
    }),
  );
  const child = fork(
    'dist/server/cli/main.js',
    ['serve', '--config', file, '--port', '0', '--host', '127.0.0.1', '--json'],
    {
      execArgv: [...deployedFlags, ...reportUsage],
      stdio: ['ignore', 'pipe', openSync(join(folder, 'log'), 'w'), 'ipc'],
      env: { ...process.env, ...deployedEnvironment, DATABASE_URL: store },
    },
  );
  const output = child.stdout === null ? [] : await once(child.stdout, 'data');
  const { proxy } = addresses.parse(JSON.parse(String(output[0])));
  return createSubject(child, Number(new URL(proxy).port), () => rmSync(folder, { recursive: true }));
}

/** No program listens there. */
const nowhere = 'http://127.0.0.1:9';
