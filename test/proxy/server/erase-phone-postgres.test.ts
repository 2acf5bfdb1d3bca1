import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createNodeProxy } from '../../../src/proxy/create-proxy.ts';
import { erasePhone, startProxyServer } from '../../../src/proxy/index.ts';
import { startPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const adminToken = 'canary-admin-token-0001';

it('erases every lead of one phone while a proxy is running', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-erase-'));
  const config = configOf({ store: `sqlite:${join(folder, 'leads.db')}`, forms: { default: {} } });
  const log = new MemoryLog();
  const deps = { client: new FakeService().client, log };
  const server = await startProxyServer(config, { port: 0, host: '127.0.0.1', deps });
  onTestFinished(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const send = async (phone: string) => {
    const headers = { 'content-type': 'application/json', ...leadHeaders() };
    const body = JSON.stringify({ form: 'default', fields: { phone } });
    const { lead, token } = await (await fetch(`${server.url}/leads`, { method: 'POST', headers, body })).json();
    return JSON.stringify({ lead, token });
  };
  const sessionStatus = async (body: string) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${server.url}/sessions`, { method: 'POST', headers, body })).status;
  };
  const [first, second, other] = [await send('+14155552671'), await send('+14155552671'), await send('+14155552672')];
  expect(await erasePhone(config, '+1 (415) 555-2671')).toEqual({ ok: true, phone: '14155552671', erased: 2 });
  expect(await Promise.all([first, second, other].map(sessionStatus))).toEqual([404, 404, 200]);
  const read = { phone: '14155552671', reading: '+1 415 555 2671 (US)' };
  expect(await erasePhone(config, '(415) 555-2671')).toEqual({ ok: true, ...read, erased: 0 });
  // The command is another process, so the running proxy logs what it did.
  const logged = () => log.lines.filter(({ event }) => event === 'phone-erased').map(({ facts }) => facts);
  await until('both erasures are in the log', () => logged().length === 2);
  expect(logged()).toMatchObject([
    { by: 'command', leads: 2 },
    { by: 'command', leads: 0 },
  ]);
  expect(JSON.stringify(log.lines)).not.toContain('4155552671');
  expect(await erasePhone(config, '555')).toMatchObject({ ok: false, message: expect.stringContaining('--phone') });
});

it('erases the limits of the phone, and says what it cannot match with any phone', async () => {
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const config = configOf({ store: await postgres.createDatabase(), forms: { default: {} }, limits: {} });
  const deps = { client: new FakeService().client, log: new MemoryLog() };
  const proxy = createNodeProxy(config, deps);
  const body = JSON.stringify({ form: 'default', fields: { phone: '+14155552671' } });
  const headers = { 'content-type': 'application/json', ...leadHeaders() };
  const request = new Request('http://proxy/leads', { method: 'POST', headers, body });
  await proxy.fetch(request, { remoteAddress: '192.0.2.1' });
  await proxy.stop();
  const client = new pg.Client({ connectionString: config.store });
  await client.connect();
  onTestFinished(() => client.end());
  const countLimits = async () =>
    (await client.query(`SELECT key FROM leadchat.leadchat_limits WHERE key LIKE 'leads-phone%'`)).rowCount;
  expect(await countLimits()).toBe(2);
  // One lead, or the leads of a page, which the dashboard erases.
  const other = createNodeProxy({ ...config, adminToken }, deps);
  onTestFinished(() => other.stop());
  const accepted = await other.fetch(
    new Request('http://proxy/leads', {
      method: 'POST',
      headers: { ...headers, ...leadHeaders() },
      body: body.replace('2671', '2672'),
    }),
  );
  const { lead } = await accepted.json();
  await until('its limits are in the database', async () => (await countLimits()) === 4);
  const erase = new Request(`http://proxy/admin/api/leads/${lead}/erase`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}` },
  });
  expect((await other.fetch(erase)).status).toBe(200);
  expect(await countLimits()).toBe(2);
  expect(await erasePhone(config, '+14155552671')).toEqual({ ok: true, phone: '14155552671', erased: 1 });
  expect(await countLimits()).toBe(0);

  // Scrubbed by an earlier build, or with another API key.
  await client.query(
    `INSERT INTO leadchat.leads (lead, key, body_hash, form, phone, record, plan, state, steps, accepted_at, next_at, ended_at)
     VALUES ('old', 'k', '', 'default', '', '{}', '{"tags":[]}', 'delivered', '[]', 0, 0, ${Date.UTC(2026, 0, 1)})`,
  );
  expect(await erasePhone(config, '+14155552671')).toMatchObject({
    erased: 0,
    unidentified: { leads: 1, deletedBy: '2026-01-31' },
  });
});
