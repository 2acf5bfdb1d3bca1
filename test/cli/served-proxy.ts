import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { ids, noLimits, origin } from '../proxy/support/harness.ts';
import { type FakeService, startFakeService } from '../support/fake-service.ts';
import { startCommand } from './command.ts';

export const adminToken = 'a-token-of-the-operator-0123456789';

export type Rehearsal = { folder: string; config: string; service: FakeService };

/** A folder with a configuration, and the service that it names. `store`: an address, or the name of an SQLite file. */
export async function prepareRehearsal(store: string, more: object = {}): Promise<Rehearsal> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-rehearsal-'));
  const service = await startFakeService();
  onTestFinished(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const config = join(folder, 'leadchat.config.json');
  const { url } = service;
  const settings = {
    service: { baseUrl: `${url}/v1`, hooksUrl: url, wssUrl: 'ws://127.0.0.1:9', apiKey: 'fake-key' },
    ...{ flowId: ids.flow, origins: [origin], limits: noLimits, minFillMs: 0, adminToken },
    store: store.includes(':') ? store : `sqlite:${join(folder, store)}`,
    forms: { default: { journey: { id: ids.journey } } },
    ...more,
  };
  await writeFile(config, JSON.stringify(settings));
  return { folder, config, service };
}

/** `leadchat serve` as a process of its own. */
export async function serveProxy(config: string, options: string[] = [], env: Record<string, string> = {}) {
  const where = ['--config', config, '--port', '0', '--host', '127.0.0.1', '--json'];
  const proxy = await startCommand(['serve', ...where, ...options], env);
  const { proxy: url } = z.object({ proxy: z.url() }).parse(JSON.parse(proxy.firstLine));
  let stopped: Promise<unknown> | undefined;
  const stop = () => {
    stopped ??= proxy.end('SIGTERM');
    return stopped;
  };
  onTestFinished(async () => {
    await stop();
  });
  const admin = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/admin/api/${path}`, {
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    return response.json();
  };
  return {
    ...{ ...proxy, url, stop, admin },
    counts: async () => z.object({ counts: z.record(z.string(), z.number()) }).parse(await admin('overview')).counts,
    /** Resolves with the status of the response. */
    async sendLead(phone: string, key: string = crypto.randomUUID(), more: object = {}): Promise<number> {
      const fields = { phone, first_name: 'Ada', last_name: 'B', email: 'a@b.example' };
      const response = await fetch(`${url}/leads`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ form: 'default', fields, ...more }),
      });
      await response.arrayBuffer();
      return response.status;
    },
    metrics: async () => (await fetch(`${url}/metrics`)).text(),
    /** The lines of its log, each of which is JSON. */
    log(): LogLine[] {
      const lines = proxy.stderr().trimEnd().split('\n');
      return lines.filter((line) => line !== '').map((line) => logLine.parse(JSON.parse(line)));
    },
  };
}

const logLine = z.looseObject({ level: z.number(), msg: z.string(), reason: z.optional(z.unknown()) });
export type LogLine = z.infer<typeof logLine>;

/** For the environment of a proxy: a machine whose clock differs. */
export function clockAhead(ms: number): Record<string, string> {
  const script = `const now = Date.now; Date.now = () => now() + ${ms};`;
  return { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(script)}"` };
}
