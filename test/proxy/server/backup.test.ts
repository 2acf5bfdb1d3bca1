import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders, origin } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

/** The command of docs/operations.md. */
const backup = (source: string, copy: string) =>
  new DatabaseSync(source, { readOnly: true }).exec(`VACUUM INTO '${copy}'`);

it('a copy made by VACUUM INTO while the proxy takes leads holds every lead that was accepted before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-backup-'));
  const file = join(folder, 'leadchat.db');
  const proxy = await startProxyServer(configOf({ store: `sqlite:${file}` }), {
    port: 0,
    host: '127.0.0.1',
    deps: { client: new FakeService().client, log: new MemoryLog() },
  });
  onTestFinished(async () => {
    await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const accepted: string[] = [];
  let isOver = false;
  const visitors = Array.from({ length: 4 }, async () => {
    while (!isOver) accepted.push(await leaveLead(proxy.url));
  });
  await expect.poll(() => accepted.length).toBeGreaterThan(20);
  const before = [...accepted];
  backup(file, join(folder, 'copy.db'));
  isOver = true;
  await Promise.all(visitors);

  const copy = await openSqliteStore(join(folder, 'copy.db'));
  onTestFinished(() => copy.close());
  const found = await Promise.all(before.map((lead) => copy.find(lead)));
  expect(found.filter((lead) => lead === undefined)).toEqual([]);
});

it('is what docs/operations.md recommends', () => {
  const guide = readFileSync('docs/operations.md', 'utf8');
  expect(guide).toContain('{ readOnly: true }');
  expect(guide).toContain('VACUUM INTO');
});

async function leaveLead(url: string): Promise<string> {
  const response = await fetch(`${url}/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...leadHeaders(), 'idempotency-key': randomUUID() },
    body: JSON.stringify({ form: 'default', fields: { phone: '+14155552671' } }),
  });
  expect(response.status).toBe(202);
  return (await response.json()).lead;
}
