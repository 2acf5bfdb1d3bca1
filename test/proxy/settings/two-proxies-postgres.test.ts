import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { webhookReceivers } from '../../../src/protocol/admin/receivers.ts';
import type { LeadProxy } from '../../../src/proxy/create-proxy.ts';
import { createNodeProxy } from '../../../src/proxy/create-proxy.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders, origin } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';
import { secret, startReceiver } from '../webhooks/receiver.ts';

const adminToken = 'canary-admin-token-0001';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

async function startProxy(store: string, overrides: Record<string, unknown> = {}): Promise<LeadProxy> {
  const config = configOf({ store, keepAssetsIn: false, adminToken, widget: { title: 'From the file' }, ...overrides });
  const proxy = createNodeProxy(config, { client: new FakeService().client, log: new MemoryLog() });
  onTestFinished(() => proxy.stop());
  await proxy.start();
  return proxy;
}

async function titleOf(proxy: LeadProxy): Promise<unknown> {
  return (await (await proxy.fetch(new Request('http://proxy/config'))).json()).widget.title;
}

function call(proxy: LeadProxy, method: string, path: string, body?: unknown): Promise<Response> {
  return proxy.fetch(
    new Request(`http://proxy/admin/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
}

function save(proxy: LeadProxy, version: number, title: string): Promise<Response> {
  return call(proxy, 'PUT', 'settings', { version, widget: { title } });
}

async function sendLead(proxy: LeadProxy, phone: string): Promise<void> {
  const headers = { 'content-type': 'application/json', origin, ...leadHeaders() };
  const body = JSON.stringify({ form: 'default', fields: { phone } });
  expect((await proxy.fetch(new Request('http://proxy/leads', { method: 'POST', headers, body }))).status).toBe(202);
}

it('applies what one proxy saves to the others within five seconds, and to one that starts later', async () => {
  const url = await postgres.createDatabase();
  const [first, second] = [await startProxy(url), await startProxy(url)];
  expect(await titleOf(second)).toBe('From the file');

  expect((await save(first, 0, 'Saved at the first')).status).toBe(200);
  expect(await titleOf(first)).toBe('Saved at the first');
  const startedAt = performance.now();
  await until('the second proxy has it', async () => (await titleOf(second)) === 'Saved at the first');
  // Several times the promise, which a busy machine needs.
  expect(performance.now() - startedAt).toBeLessThan(30_000);

  // The first one has not looked yet.
  expect((await save(second, 1, 'Saved at the second')).status).toBe(200);
  expect((await save(first, 1, 'Too late')).status).toBe(409);
  expect(await titleOf(await startProxy(url))).toBe('Saved at the second');
  await until('the first proxy has it', async () => (await titleOf(first)) === 'Saved at the second');
});

it('lets all proxies tell a receiver that one of them has added, and those with a wrong key leave it to the others', async () => {
  const url = await postgres.createDatabase();
  const [secretKey, wrongKey] = ['A', 'B'].map((letter) => `${letter.repeat(43)}=`);
  const receiver = await startReceiver();
  const [first, second] = [await startProxy(url, { secretKey }), await startProxy(url, { secretKey })];
  const third = await startProxy(url, { secretKey: wrongKey });
  const add = { name: 'CRM', version: 0, url: receiver.url, secret, events: ['lead.accepted'] };
  expect((await call(first, 'PUT', 'webhooks/receivers', add)).status).toBe(200);
  const namesAt = async (proxy: LeadProxy) => {
    const { receivers } = webhookReceivers.parse(await (await call(proxy, 'GET', 'webhooks/receivers')).json());
    return receivers.map(({ name, version, problem }) => [name, version, problem !== undefined]);
  };
  expect(await namesAt(second)).toEqual([['CRM', 1, false]]);
  expect(await namesAt(third)).toEqual([['CRM', 1, true]]);
  await sendLead(second, '+14155552671');
  await sendLead(third, '+14155552672');
  await until('both have arrived', () => receiver.events.length === 2);
  expect(receiver.events.map(({ event }) => event.data.phone).sort()).toEqual(['14155552671', '14155552672']);

  // The second one learns of a change by looking every two seconds.
  const moved = await startReceiver();
  expect((await call(first, 'PUT', 'webhooks/receivers', { name: 'CRM', version: 1, url: moved.url })).status).toBe(
    200,
  );
  const late = { name: 'CRM', version: 1, events: ['lead.dead'] };
  expect((await call(second, 'PUT', 'webhooks/receivers', late)).status).toBe(409);
  await first.stop();
  await sendLead(second, '+14155552673');
  await until('the new address has it', () => moved.events.length === 1);
  expect((await call(second, 'DELETE', 'webhooks/receivers', { name: 'CRM', version: 2 })).status).toBe(200);
  await until('the third one has looked', async () => (await namesAt(third)).length === 0);
});
