import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { LeadProxy } from '../../../src/proxy/create-proxy.ts';
import { createNodeProxy } from '../../../src/proxy/create-proxy.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const adminToken = 'canary-admin-token-0001';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 90_000);
afterAll(() => postgres.stop());

async function startProxy(store: string, log = new MemoryLog()): Promise<LeadProxy> {
  const config = configOf({ store, keepAssetsIn: false, adminToken, widget: { title: 'From the file' } });
  const proxy = createNodeProxy(config, { client: new FakeService().client, log });
  onTestFinished(() => proxy.stop());
  await proxy.start();
  return proxy;
}

async function titleOf(proxy: LeadProxy): Promise<unknown> {
  return (await (await proxy.fetch(new Request('http://proxy/config'))).json()).widget.title;
}

function save(proxy: LeadProxy, version: number, title: string): Promise<Response> {
  return proxy.fetch(
    new Request('http://proxy/admin/api/settings', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify({ version, widget: { title } }),
    }),
  );
}

it('applies what one proxy saves to the others within five seconds, and to one that starts later', async () => {
  const url = await postgres.createDatabase();
  const [first, second] = [await startProxy(url), await startProxy(url)];
  expect(await titleOf(second)).toBe('From the file');

  expect((await save(first, 0, 'Saved at the first')).status).toBe(200);
  expect(await titleOf(first)).toBe('Saved at the first');
  const startedAt = performance.now();
  await until('the second proxy has it', async () => (await titleOf(second)) === 'Saved at the first');
  expect(performance.now() - startedAt).toBeLessThan(5_000);

  // The first one has not looked yet.
  expect((await save(second, 1, 'Saved at the second')).status).toBe(200);
  expect((await save(first, 1, 'Too late')).status).toBe(409);
  expect(await titleOf(await startProxy(url))).toBe('Saved at the second');
  await until('the first proxy has it', async () => (await titleOf(first)) === 'Saved at the second');
});
