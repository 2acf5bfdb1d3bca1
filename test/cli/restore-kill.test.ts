import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { ids, noLimits } from '../proxy/support/harness.ts';
import { startFakeService } from '../support/fake-service.ts';
import { until } from '../support/until.ts';
import { startCommand } from './command.ts';

const adminToken = 'a-token-of-the-operator-0123456789';
const leadCount = 5;

// All leads that were pending in the backup were enrolled again.
it('serve --hold-pending enrolls nobody twice after a restore', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-restore-'));
  const service = await startFakeService();
  onTestFinished(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const config = join(folder, 'leadchat.config.json');
  const database = join(folder, 'leads.db');
  writeFileSync(
    config,
    JSON.stringify({
      service: { baseUrl: `${service.url}/v1`, hooksUrl: service.url, wssUrl: 'ws://127.0.0.1:9', apiKey: 'fake-key' },
      flowId: ids.flow,
      origins: ['https://www.example.com'],
      store: `sqlite:${database}`,
      forms: { default: { journey: { id: ids.journey } } },
      limits: noLimits,
      minFillMs: 0,
      adminToken,
    }),
  );

  // The service asks to wait, so the leads are pending while the backup is made, and delivered afterwards.
  service.fail('create', { kind: 'status', status: 429, headers: { 'retry-after': '2' } }, leadCount);
  const first = await serve(config);
  for (let lead = 0; lead < leadCount; lead++) await first.sendLead(`+1415555267${lead}`);
  await until('each lead was refused once', () => service.journal.length >= leadCount);
  const backup = join(folder, 'backup.db');
  new DatabaseSync(database, { readOnly: true }).exec(`VACUUM INTO '${backup}'`);
  await until('all are delivered', async () => (await first.counts()).delivered === leadCount, 20_000, 50);
  expect(service.ledger().enrolments).toHaveLength(leadCount);
  await first.stop();

  for (const end of ['-wal', '-shm']) rmSync(`${database}${end}`, { force: true });
  await copyFile(backup, database);
  const second = await serve(config, ['--hold-pending']);
  expect(await second.counts()).toMatchObject({ pending: 0, unknown: leadCount });
  expect(second.stderr()).toContain(`"leads":${leadCount},"calls":0,"msg":"pending-held"`);
  // A new lead is delivered meanwhile.
  await second.sendLead('+14155552679');
  await until('the new lead is delivered', async () => (await second.counts()).delivered === 1, 20_000, 50);
  expect(await second.admin('causes')).toEqual({
    causes: [{ state: 'unknown', cause: 'create: pending in the backup', count: leadCount }],
  });
  const resolved = { action: 'resolve-done', filter: { state: 'unknown', cause: 'create: pending in the backup' } };
  expect(await second.admin('leads/bulk', resolved)).toEqual({ status: 'success', changed: leadCount });
  expect(await second.counts()).toMatchObject({ unknown: 0, delivered: leadCount + 1 });
  await second.stop();

  const phones = service.ledger().enrolments.map(({ phone }) => phone);
  expect(phones).toHaveLength(leadCount + 1);
  expect(new Set(phones).size).toBe(leadCount + 1);
}, 60_000);

async function serve(config: string, options: string[] = []) {
  const proxy = await startCommand([
    'serve',
    '--config',
    config,
    '--port',
    '0',
    '--host',
    '127.0.0.1',
    '--json',
    ...options,
  ]);
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
    ...proxy,
    stop,
    admin,
    counts: async () => z.object({ counts: z.record(z.string(), z.number()) }).parse(await admin('overview')).counts,
    async sendLead(phone: string) {
      const response = await fetch(`${url}/leads`, {
        method: 'POST',
        headers: {
          origin: 'https://www.example.com',
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({
          form: 'default',
          fields: { phone, first_name: 'Ada', last_name: 'B', email: 'a@b.example' },
        }),
      });
      expect(response.status).toBe(202);
    },
  };
}
