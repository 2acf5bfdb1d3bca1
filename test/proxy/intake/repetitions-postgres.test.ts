import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { LeadProxy } from '../../../src/proxy/create-proxy.ts';
import { createNodeProxy } from '../../../src/proxy/create-proxy.ts';
import { query, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** A proxy with the default limits. */
function startProxy(store: string): LeadProxy {
  const config = configOf({ store, keepAssetsIn: false, limits: {} });
  const proxy = createNodeProxy(config, { client: new FakeService().client, log: new MemoryLog() });
  onTestFinished(() => proxy.stop());
  return proxy;
}

/** Five leads from one address: as many as the default limit allows in ten minutes. */
const leads = Array.from({ length: 5 }, (_, index) => ({
  headers: { 'content-type': 'application/json', ...leadHeaders() },
  body: JSON.stringify({ form: 'default', fields: { phone: `+1415555267${index}` }, chat: true }),
}));

async function sendAll(proxy: LeadProxy, count = leads.length): Promise<[number, string][]> {
  const responses: [number, string][] = [];
  for (const lead of leads.slice(0, count)) {
    const request = new Request('http://proxy/leads', { method: 'POST', ...lead });
    const response = await proxy.fetch(request, { remoteAddress: '192.0.2.1' });
    responses.push([response.status, await response.text()]);
  }
  return responses;
}

it('responds to a repeated lead as before, on every proxy and after a restart, and takes no limit for it', async () => {
  const url = await postgres.createDatabase();
  const first = startProxy(url);
  const responses = await sendAll(first);
  expect(responses.map(([status]) => status)).toEqual([202, 202, 202, 202, 202]);
  const second = startProxy(url);
  expect(await sendAll(second)).toEqual(responses);
  await first.stop();
  const restarted = startProxy(url);
  expect(await sendAll(restarted)).toEqual(responses);

  // What a proxy has counted is in the database once it has stopped.
  await Promise.all([second.stop(), restarted.stop()]);
  const counted = await query(url, `SELECT points FROM leadchat.leadchat_limits WHERE key LIKE 'leads-ip:%'`);
  expect(counted).toEqual([{ points: leads.length }]);
});

it('takes no limit for a lead that is repeated at another proxy', async () => {
  const url = await postgres.createDatabase();
  const responses = await sendAll(startProxy(url), 3);
  const second = startProxy(url);
  expect(await sendAll(second, 3)).toEqual(responses);
  expect((await sendAll(second)).map(([status]) => status)).toEqual([202, 202, 202, 202, 202]);
});

// Of two requests that shared one decision, the one that found the lead stored by the other gave its points back.
it('takes the limit of each lead that is sent twice at once', async () => {
  const first = startProxy(await postgres.createDatabase());
  const statuses: number[] = [];
  for (let index = 0; index < 10; index++) {
    const headers = { 'content-type': 'application/json', ...leadHeaders() };
    const body = JSON.stringify({ form: 'default', fields: { phone: `+141555526${10 + index}` } });
    const send = () =>
      first.fetch(new Request('http://proxy/leads', { method: 'POST', headers, body }), { remoteAddress: '192.0.2.1' });
    const [one] = await Promise.all([send(), send(), send()]);
    statuses.push(one.status);
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429, 429, 429, 429]);
});
