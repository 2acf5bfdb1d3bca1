import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { createProxy } from '../../../src/proxy/index.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders, noLimits } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

it('can be mounted in Express under a path, as docs/deploy.md shows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-express-'));
  const proxy = createProxy(configOf({ store: `sqlite:${join(folder, 'leads.db')}`, limits: noLimits }), {
    client: new FakeService().client,
    log: new MemoryLog(),
  });
  const app = express();
  app.use(
    '/chat',
    getRequestListener((request, env) => proxy.fetch(request, env)),
  );
  app.get('/', (_request, response) => void response.send('home'));
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  const body = JSON.stringify({ form: 'default', fields: { phone: '+14155552671' } });
  const headers = { 'content-type': 'application/json', ...leadHeaders() };
  expect((await fetch(`${url}/chat/leads`, { method: 'POST', headers, body })).status).toBe(202);
  expect((await fetch(`${url}/chat/healthz`)).status).toBe(200);
  expect(await (await fetch(url)).text()).toBe('home');
});
