import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createNodeProxy } from '../../../src/proxy/create-proxy.ts';
import { startFakeService } from '../../support/fake-service.ts';
import { configOf, leadHeaders, origin } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

// Calls were watched, and unresolved leads counted, by the dashboard's thread: up to 30 MB that a proxy without either needs for nothing.
it.each([
  ['has no calls', {}],
  ['has calls', { callback: { agent: 'c1000000-0000-4000-8000-000000000001' } }],
])('starts the thread for the dashboard when it is asked for the first time, also if a form %s', async (_, more) => {
  let threadCount = 0;
  const count = () => threadCount++;
  process.on('worker', count);
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-reader-'));
  const log = new MemoryLog();
  const fakeService = await startFakeService();
  const { url: hooksUrl, stop: stopService } = fakeService;
  const service = { baseUrl: `${hooksUrl}/v1`, hooksUrl, wssUrl: 'wss://chat.example.com', apiKey: 'fake-key' };
  const config = configOf({ store: `sqlite:${join(folder, 'leads.db')}`, service, forms: { default: more } });
  const proxy = createNodeProxy(config, { log });
  onTestFinished(async () => {
    await proxy.stop();
    await stopService();
    process.off('worker', count);
    await rm(folder, { recursive: true, force: true });
  });
  await proxy.start();
  const headers = { 'content-type': 'application/json', origin, ...leadHeaders() };
  const lead = { form: 'default', fields: { phone: '+14155552671' } };
  const request = new Request('http://proxy/leads', { method: 'POST', headers, body: JSON.stringify(lead) });
  const accepted = await proxy.fetch(request);
  expect(accepted.status).toBe(202);
  await expect.poll(() => log.events()).toContain('lead-delivered');
  // Nor by what visitors, pages and monitors do all the time.
  const { lead: id, token } = await accepted.json();
  const post = async (path: string, body: unknown) =>
    (await proxy.fetch(new Request(`http://proxy${path}`, { method: 'POST', headers, body: JSON.stringify(body) })))
      .status;
  expect(await post('/ratings', { rating: 4, lead: id, token })).toBe(204);
  expect(await post('/sessions', { lead: id, token })).toBe(200);
  expect(await post('/funnel', { form: 'default', page: '/', variants: {}, stages: ['opened'] })).toBe(204);
  for (const path of ['/config', '/readyz', '/healthz']) {
    expect((await proxy.fetch(new Request(`http://proxy${path}`, { headers: { referer: origin } }))).status).toBe(200);
  }
  await expect.poll(() => fakeService.ledger().leads.map((stored) => stored.chat_rating)).toEqual([4]);
  expect(threadCount).toBe(1);
  expect((await proxy.fetch(new Request('http://proxy/metrics'))).status).toBe(200);
  expect(threadCount).toBe(2);
});
