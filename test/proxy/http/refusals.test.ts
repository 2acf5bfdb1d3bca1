import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders, startHarness } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const adminToken = 'canary-admin-token-0001';
const bearer = { authorization: `Bearer ${adminToken}` };
const limits = { leadsPerPhone: false };
const identity = { secret: 'canary-identity-secret-of-32-bytes' };

function count(statuses: readonly number[], status: number): number {
  return statuses.filter((found) => found === status).length;
}

describe('requests that are refused for their content', () => {
  // Only leads that could be stored took points: 300 of 300 got 400.
  it.each([
    ['a lead', '/leads', { form: 'default', fields: { phone: '12' } }, 400],
    ['an unknown form', '/leads', { form: 'nothing', fields: { phone: '+14155552671' } }, 404],
    ['no JSON', '/leads', '{', 400],
    ['a large body', '/leads', 'x'.repeat(20_000), 413],
    ['a session', '/sessions', { lead: crypto.randomUUID(), token: 'guess' }, 404],
    ['a call', '/calls', { lead: crypto.randomUUID(), token: 'guess' }, 404],
    ['a visitor', '/identity', { form: 'default', userToken: 'guess' }, 400],
  ])('have a limit of their own: %s', async (_, path, body, status) => {
    const { post, log } = await startHarness({
      identity,
      limits: { ...limits, leadsPerIp: { points: 100, seconds: 600 } },
    });
    const statuses: number[] = [];
    for (let index = 0; index < 100; index++) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const headers = { ...leadHeaders(), 'content-length': String(text.length) };
      statuses.push((await post(path, text, headers)).status);
    }
    expect([count(statuses, status), count(statuses, 429)]).toEqual([60, 40]);
    expect(log.lines.find(({ event }) => event === 'rate-limited')?.facts).toMatchObject({ limit: 'refusalsPerIp' });
    const lead = { form: 'default', fields: { phone: '+14155552671' } };
    expect((await post('/leads', lead, leadHeaders())).status).toBe(202);
  });

  it('are counted by network, too: 65,536 addresses of one /48 have the limit of ten', async () => {
    const { post } = await startHarness({ limits });
    const statuses: number[] = [];
    for (let index = 0; index < 700; index++)
      statuses.push((await post('/leads', '{', leadHeaders(), `2001:db8:1:${index.toString(16)}::1`)).status);
    expect(count(statuses, 400)).toBe(600);
    expect((await post('/leads', '{', leadHeaders(), '2001:db8:2::1')).status).toBe(400);
  });

  it('have no limit where addresses have none', async () => {
    const { post } = await startHarness();
    for (let index = 0; index < 70; index++) expect((await post('/leads', '{', leadHeaders())).status).toBe(400);
  });
});

describe('POST /identity', () => {
  it('logs one line for many refused tokens', async () => {
    const { post, log } = await startHarness({ identity });
    for (let index = 0; index < 20; index++) await post('/identity', { form: 'default', userToken: 'guess' });
    expect(log.events().filter((event) => event === 'user-token-refused')).toHaveLength(1);
  });

  it('has a limit per address', async () => {
    const { post } = await startHarness({ identity, limits: { identitiesPerIp: { points: 2, seconds: 60 } } });
    const ask = async () => (await post('/identity', { form: 'default', userToken: 'guess' })).status;
    expect([await ask(), await ask(), await ask()]).toEqual([400, 400, 429]);
  });
});

describe('guesses of the admin token', () => {
  // The limit was only checked before the comparison, and taken after it: of 924 pipelined guesses, all were compared.
  it('are counted before they are compared, also when they arrive together', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-guesses-'));
    const server = await startProxyServer(configOf({ store: `sqlite:${join(folder, 'leads.db')}`, adminToken }), {
      port: 0,
      host: '127.0.0.1',
      deps: { client: new FakeService().client, log: new MemoryLog() },
    });
    onTestFinished(async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const connections = Array.from({ length: 20 }, (_, connection) => {
      const requests = Array.from({ length: 50 }, (_, index) => {
        const token = connection === 10 && index === 25 ? adminToken : 'guess';
        return `GET /admin/api/leads HTTP/1.1\r\nHost: proxy\r\nAuthorization: Bearer ${token}\r\n\r\n`;
      });
      return new Promise<string>((resolve) => {
        const socket = createConnection(server.port, '127.0.0.1', () => socket.write(requests.join('')));
        let text = '';
        socket.on('error', () => {}); // `close` follows
        socket.setEncoding('latin1').on('data', (data) => {
          text += data;
        });
        socket.once('close', () => resolve(text));
      });
    });
    const text = (await Promise.all(connections)).join('');
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(count(statuses, 401)).toBeLessThanOrEqual(10);
    expect(count(statuses, 200)).toBe(0);
    expect(count(statuses, 429)).toBeGreaterThan(0);
  });

  it('are not what requests without a token and preflights are, which lock nobody out', async () => {
    const { get, proxy, log } = await startHarness({ adminToken });
    for (let index = 0; index < 30; index++) {
      expect((await get('/admin/api/leads')).status).toBe(401);
      const preflight = new Request('http://proxy/admin/api/leads', { method: 'OPTIONS' });
      await proxy.fetch(preflight, { remoteAddress: '192.0.2.1' });
    }
    expect((await get('/admin/api/leads', bearer)).status).toBe(200);
    expect(log.events()).not.toContain('admin-refused');
  });

  it('cost the operator nothing, however many requests run together', async () => {
    const { get } = await startHarness({ adminToken });
    const responses = await Promise.all(Array.from({ length: 50 }, () => get('/admin/api/leads', bearer)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('have a limit per network', async () => {
    const { proxy } = await startHarness({ adminToken });
    const statuses: number[] = [];
    for (let index = 0; index < 60; index++) {
      const guess = new Request('http://proxy/admin/api/leads', { headers: { authorization: 'Bearer guess' } });
      const remoteAddress = `2001:db8:1:${index.toString(16)}::1`;
      statuses.push((await proxy.fetch(guess, { remoteAddress })).status);
    }
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([50, 10]);
  });
});
