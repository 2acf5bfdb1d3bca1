import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProxy } from '../../../src/proxy/index.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders, noLimits } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const body = JSON.stringify({ form: 'default', fields: { phone: '+14155552671' } });
const post = () => ({ method: 'POST', headers: { 'content-type': 'application/json', ...leadHeaders() }, body });

/** An Express server with the proxy under /chat, as docs/deploy.md shows. */
async function startServer(prepare: (app: express.Express) => void = () => {}) {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-express-'));
  const log = new MemoryLog();
  const proxy = createProxy(configOf({ store: `sqlite:${join(folder, 'leads.db')}`, limits: noLimits }), {
    client: new FakeService().client,
    log,
  });
  const app = express();
  prepare(app);
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
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, log, proxy };
}

it('can be mounted in Express under a path, as docs/deploy.md shows', async () => {
  const { url } = await startServer();
  expect((await fetch(`${url}/chat/leads`, post())).status).toBe(202);
  expect((await fetch(`${url}/chat/healthz`)).status).toBe(200);
  expect(await (await fetch(url)).text()).toBe('home');
});

describe('a body that the server has read before the proxy', () => {
  it('is reported once with its fix, and the lead can be sent again', async () => {
    const { url, log } = await startServer((app) => app.use(express.json()));
    for (let index = 0; index < 2; index++) {
      const response = await fetch(`${url}/chat/leads`, post());
      // The widget sends a lead again after a 500, and never after a 400.
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({
        code: 'internal',
        message: expect.stringContaining('body parser'),
      });
    }
    const reports = log.lines.filter(({ event }) => event === 'body-already-read');
    expect(reports).toMatchObject([{ level: 'error', facts: { hint: expect.stringContaining('express.json()') } }]);
    expect(JSON.stringify(log.lines)).not.toContain('4155552671');
    expect((await fetch(`${url}/chat/healthz`)).status).toBe(200);
  });

  it('is reported for a request of the fetch API too', async () => {
    const { proxy, log } = await startServer();
    const request = new Request('https://www.example.com/leads', post());
    await request.text();
    expect((await proxy.fetch(request, { remoteAddress: '192.0.2.1' })).status).toBe(500);
    expect(log.events()).toContain('body-already-read');
  });
});
