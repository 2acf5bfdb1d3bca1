import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { type DemoFault, type DemoState, demoFaultRequest, demoFaults } from '../demo-api.ts';
import { adminCalls, adminLeads } from '../protocol/index.ts';

export type DemoControlsDeps = {
  sandboxUrl: string;
  adminToken: string;
  /** The demo's proxy, which is started after the site. */
  proxy: () => { url: string; setRunning(isRunning: boolean): Promise<void> } | undefined;
};

/** More requests than a demo makes. */
const manyRequests = 1_000_000;

/** The faults of the sandbox that stand for a fault of the demo. */
const sandboxFaults: Readonly<Partial<Record<DemoFault, Record<string, unknown>[]>>> = {
  service: [
    { route: '*', kind: 'drop', count: manyRequests },
    { route: 'socket', kind: 'drop', count: manyRequests },
  ],
  slow: [{ route: '*', kind: 'latency', ms: 3000, count: manyRequests }],
};

/** Handles the requests of the page /behind under /demo: what proxy and service hold, and how to break them. */
export function createDemoControls({ sandboxUrl, adminToken, proxy }: DemoControlsDeps) {
  const active = new Set<DemoFault>();
  const app = new Hono().basePath('/demo');

  // Another page of this browser must not stop the demo.
  app.use(async (c, next) => {
    const site = c.req.header('sec-fetch-site');
    if (site !== undefined && site !== 'same-origin')
      return c.json({ message: 'Only pages of the demo may ask.' }, 403);
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
      await sandbox('faults', { route: 'socket', kind: 'cut' });
      return c.body(null, 204);
    }
    const { fault, isOn } = request.data;
    if (isOn) active.add(fault);
    else active.delete(fault);
    if (fault === 'proxy') await proxy()?.setRunning(!isOn);
    else await applySandboxFaults();
    return c.body(null, 204);
  });

  async function applySandboxFaults(): Promise<void> {
    const cleared = await fetch(`${sandboxUrl}/sandbox/faults`, { method: 'DELETE' });
    if (!cleared.ok) throw new Error(`the sandbox responds with ${cleared.status}`);
    for (const name of active) {
      for (const fault of sandboxFaults[name] ?? []) await sandbox('faults', fault);
    }
  }

  async function proxyState(): Promise<DemoState['proxy']> {
    const { url } = proxy() ?? {};
    if (url === undefined || active.has('proxy')) return null;
    const get = async (path: string): Promise<unknown> => {
      const response = await fetch(`${url}/admin/api/${path}`, { headers: { authorization: `Bearer ${adminToken}` } });
      return response.json();
    };
    const { leads } = adminLeads.parse(await get('leads?limit=5'));
    const { calls } = adminCalls.parse(await get('calls?limit=5'));
    return { leads, calls };
  }

  async function sandbox(path: string, body?: Record<string, unknown>) {
    const response = await fetch(`${sandboxUrl}/sandbox/${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) throw new Error(`the sandbox responds with ${response.status}: ${await response.text()}`);
    return response.json();
  }

  return getRequestListener(app.fetch);
}
