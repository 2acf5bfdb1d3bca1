import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Subject, type SubjectOptions, usage } from './subject.ts';

const addresses = z.object({ proxy: z.url() });

/** How deploy/ starts the proxy. */
const unit = readFileSync('deploy/leadchat.service', 'utf8');
const flags = /^ExecStart=\S+ (--.*?) dist\//m.exec(unit)?.[1]?.split(' ') ?? [];
const environment = Object.fromEntries(
  [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((entry) => entry.split('=')),
  ),
);

/**
 * The proxy as operators run it: `leadchat serve` of the build, started as by deploy/leadchat.service, with its log in a
 * file and its default limits. Only those of the whole site are raised, because they would refuse the load; each visitor
 * has an address of their own, which the proxy learns from a load balancer.
 */
export async function startCommand({ store, service = 'http://127.0.0.1:9' }: SubjectOptions): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-bench-'));
  const file = join(folder, 'leadchat.config.json');
  const siteLimit = { points: 1_000_000_000, seconds: 60 };
  writeFileSync(
    file,
    JSON.stringify({
      service: { baseUrl: `${service}/v1`, hooksUrl: service, wssUrl: 'ws://127.0.0.1:9', apiKey: 'fake-key' },
      flowId: 'f1000000-0000-4000-8000-000000000001',
      origins: ['https://www.example.com'],
      forms: { default: { tags: ['web_lead'] } },
      limits: { leadsPerForm: siteLimit, leadsPerSite: siteLimit },
      trustedProxies: ['127.0.0.1'],
      keepAssetsIn: false,
    }),
  );
  const child = fork(
    'dist/server/cli/main.js',
    ['serve', '--config', file, '--port', '0', '--host', '127.0.0.1', '--json'],
    {
      execArgv: [...flags, '--import', join(import.meta.dirname, 'report-usage.mjs')],
      stdio: ['ignore', 'pipe', openSync(join(folder, 'log'), 'w'), 'ipc'],
      env: { ...process.env, ...environment, DATABASE_URL: store },
    },
  );
  const exited = once(child, 'exit');
  const output = child.stdout === null ? [] : await once(child.stdout, 'data');
  const { proxy } = addresses.parse(JSON.parse(String(output[0])));
  return {
    port: Number(new URL(proxy).port),
    async usage() {
      const answered = once(child, 'message');
      child.send('usage');
      return usage.parse((await answered)[0]);
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}
