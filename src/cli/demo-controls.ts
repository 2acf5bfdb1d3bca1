import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { type DemoFault, type DemoState, demoFaultRequest, demoFaults } from '../demo-api.ts';
import { adminCalls } from '../protocol/admin/calls.ts';
import { adminLeads } from '../protocol/admin/leads.ts';
import { parseConfig } from '../proxy/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { sandboxConfig } from './demo-config.ts';

/** The servers of the demo that have started so far. The site comes first, because it has the controls. */
export type RunningServers = {
  sandbox?: Pick<Sandbox, 'url' | 'ids'>;
  proxy?: { url: string; setRunning(isRunning: boolean): Promise<void> };
};

export type DemoControlsDeps = { adminToken: string; running: RunningServers };

/** More requests than a demo makes. */
const manyRequests = 1_000_000;

/** The sandbox's faults for each fault of the demo. */
const sandboxFaults: Readonly<Partial<Record<DemoFault, Record<string, unknown>[]>>> = {
  service: [
    { route: '*', kind: 'drop', count: manyRequests },
    { route: 'socket', kind: 'drop', count: manyRequests },
  ],
  slow: [{ route: '*', kind: 'latency', ms: 3000, count: manyRequests }],
};

/**
 * Handles the requests of the page /behind, below /demo: they show the data of proxy and service, and cause faults in
 * both.
 */
export function createDemoControls({ adminToken, running }: DemoControlsDeps) {
  const active = new Set<DemoFault>();
  const app = new Hono().basePath('/demo');

  // Another page of this browser must not stop the demo.
  app.use(async (c, next) => {
    const site = c.req.header('sec-fetch-site');
    if (site !== undefined && site !== 'same-origin')
      return c.json({ message: 'Only pages of the demo may send requests here.' }, 403);
    return next();
  });

  app.get('/state', async (c) => {
    const service: DemoState['service'] = await sandbox('state');
    const body: DemoState = { faults: [...active], proxy: await proxyState(), service };
    return c.json(body);
  });

  app.post('/faults', async (c) => {
    const request = demoFaultRequest.safeParse(await c.req.json().catch(() => undefined));
    if (!request.success) {
      const message = `must be {"fault": ${demoFaults.map((name) => `"${name}"`).join(' or ')}, "isOn": true or false}, or {"fault": "cut-socket"}`;
      return c.json({ message }, 400);
    }
    if (request.data.fault === 'cut-socket') {
      await addSandboxFault({ route: 'socket', kind: 'cut' });
      return c.body(null, 204);
    }
    const { fault, isOn } = request.data;
    if (isOn) active.add(fault);
    else active.delete(fault);
    if (fault === 'proxy') await running.proxy?.setRunning(!isOn);
    else await applySandboxFaults();
    return c.body(null, 204);
  });

  // The configurator asks what a proxy would say about a form.
  app.post('/form-check', async (c) => {
    const form: unknown = await c.req.json().catch(() => undefined);
    if (running.sandbox === undefined) throw new HTTPException(503, { message: 'The demo is starting.' });
    const service = sandboxConfig(running.sandbox);
    const result = parseConfig({ ...service, origins: ['https://www.example.com'], forms: { default: form } });
    return c.json({ issues: result.ok ? [] : result.issues.map((text) => text.replace(/forms\.default\.?/, '')) });
  });

  async function applySandboxFaults(): Promise<void> {
    await sandbox('faults', { method: 'DELETE' });
    for (const name of active) {
      for (const fault of sandboxFaults[name] ?? []) await addSandboxFault(fault);
    }
  }

  async function proxyState(): Promise<DemoState['proxy']> {
    const { url } = running.proxy ?? {};
    if (url === undefined || active.has('proxy')) return null;
    const get = async (path: string): Promise<unknown> => {
      const response = await fetch(`${url}/admin/api/${path}`, { headers: { authorization: `Bearer ${adminToken}` } });
      return response.json();
    };
    const { leads } = adminLeads.parse(await get('leads?limit=20'));
    const { calls } = adminCalls.parse(await get('calls?limit=5'));
    return { leads, calls };
  }

  function addSandboxFault(fault: Record<string, unknown>) {
    return sandbox('faults', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
  }

  async function sandbox(path: string, init?: RequestInit) {
    if (running.sandbox === undefined) throw new HTTPException(503, { message: 'The demo is starting.' });
    const response = await fetch(`${running.sandbox.url}/sandbox/${path}`, init);
    if (!response.ok) throw new Error(`the sandbox responds with ${response.status}: ${await response.text()}`);
    return response.json();
  }

  return getRequestListener(app.fetch);
}
