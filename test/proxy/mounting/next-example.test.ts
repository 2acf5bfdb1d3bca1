import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createProxy } from '../../../src/proxy/index.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders, origin } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

// Not a literal: the example is a project with its own compiler settings.
const routeFile = resolve('examples/next/app/chat/[...path]/route.ts');

it('handles every method that a page may use, in the route of examples/next', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-next-'));
  const config = configOf({ store: `sqlite:${join(folder, 'leads.db')}`, identity: undefined });
  const proxy = createProxy(config, { client: new FakeService().client, log: new MemoryLog() });
  onTestFinished(async () => {
    Reflect.deleteProperty(globalThis, 'leadProxy');
    await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  });
  Object.assign(globalThis, { leadProxy: Promise.resolve(proxy) });
  const route: Record<string, (request: Request) => Promise<Response>> = await import(/* @vite-ignore */ routeFile);
  const send = (method: string, path: string, init: RequestInit = {}) =>
    route[method]?.(new Request(`https://www.example.com/chat${path}`, { method, ...init }));

  const preflight = await send('OPTIONS', '/calls/c1', {
    headers: { origin, 'access-control-request-method': 'DELETE' },
  });
  const allowed = preflight?.headers.get('access-control-allow-methods')?.split(',') ?? [];
  expect(Object.keys(route).toSorted()).toEqual([...allowed, 'OPTIONS'].toSorted());

  const body = JSON.stringify({ form: 'default', fields: { phone: '+14155552671' } });
  const headers = { 'content-type': 'application/json', ...leadHeaders() };
  expect((await send('POST', '/leads', { headers, body }))?.status).toBe(202);
  expect((await send('GET', '/config'))?.status).toBe(200);
  expect(await (await send('DELETE', '/calls/c1'))?.json()).toMatchObject({ code: 'unauthorized' });
});
