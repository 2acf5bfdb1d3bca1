import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { startProxyServer } from '../../src/proxy/server/start-proxy-server.ts';
import { FakeService } from '../proxy/support/fake-service.ts';
import { configOf } from '../proxy/support/harness.ts';
import { MemoryLog } from '../proxy/support/memory-log.ts';
import { findProgram, startNginx } from './reverse-proxy.ts';

/** Like oauth2-proxy with `--set-xauthrequest`: the cookie says who is signed in. */
async function startSignIn(): Promise<number> {
  const server = createServer((request, response) => {
    const [, email] = /session=([^;]+)/.exec(request.headers.cookie ?? '') ?? [];
    if (request.url?.startsWith('/oauth2/start')) response.writeHead(302, { location: 'https://accounts.example' });
    else if (email === undefined) response.writeHead(401);
    else response.writeHead(202, { 'x-auth-request-email': email });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return port;
}

async function startSite() {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-signed-in-'));
  const config = configOf({
    store: `sqlite:${join(folder, 'leads.db')}`,
    trustedProxies: ['127.0.0.1'],
    operatorHeader: 'X-Forwarded-Email',
    operatorRoles: { 'ada@example.com': 'owner', '*@example.com': 'agent' },
  });
  const proxy = await startProxyServer(config, {
    port: 0,
    host: '127.0.0.1',
    deps: { client: new FakeService().client, log: new MemoryLog(), assets: { read: async () => undefined } },
  });
  onTestFinished(async () => {
    await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const page = await readFile('docs/operators.md', 'utf8');
  const [, locations = ''] = /```text\n(location \/oauth2\/[\s\S]*?)```/.exec(page) ?? [];
  const front = await startNginx(
    locations
      .replaceAll('127.0.0.1:4180', `127.0.0.1:${await startSignIn()}`)
      .replaceAll('127.0.0.1:4001', `127.0.0.1:${proxy.port}`),
  );
  onTestFinished(() => front.stop());
  return front;
}

it.skipIf(findProgram('nginx') === undefined)(
  'lets in whom the documented nginx with oauth2-proxy signs in, and believes no header of a visitor',
  { timeout: 300_000 },
  async () => {
    const front = await startSite();
    const who = async (headers: Record<string, string>) => {
      const { status, text } = await front.send('/admin/api/overview', { headers });
      return status === 200 ? JSON.parse(text).operator : status;
    };
    expect(await who({ cookie: 'session=ada@example.com' })).toEqual({ name: 'ada@example.com', role: 'owner' });
    expect(await who({ cookie: 'session=grace@example.com' })).toEqual({ name: 'grace@example.com', role: 'agent' });
    expect(await who({ cookie: 'session=eve@example.org' })).toBe(403);
    const forged = { 'x-forwarded-email': 'ada@example.com' };
    expect(await who({ ...forged, cookie: 'session=grace@example.com' })).toEqual({
      name: 'grace@example.com',
      role: 'agent',
    });
    const anonymous = await front.send('/admin', { headers: forged });
    expect([anonymous.status, anonymous.headers.location]).toEqual([302, 'https://accounts.example']);
    // However the path is written, what is not the dashboard's location gets no name.
    for (const path of ['//admin/api/overview', '/x/../admin/api/overview', '/%61dmin/api/overview']) {
      expect((await front.send(path, { headers: forged })).status, path).not.toBe(200);
    }
    expect((await front.send('/healthz', { headers: forged })).status).toBe(200);
  },
);
