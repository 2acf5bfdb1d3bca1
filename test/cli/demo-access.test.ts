import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DemoServers, startDemoServers, startSite } from '../../src/cli/index.ts';
import { freePort } from '../support/free-port.ts';

const adminToken = 'canary-token-of-the-dashboard';
const page = '<p>the-admin-token-of-this-run</p><a href="http://localhost:4001/admin"></a>';

let folder: string;
let demo: DemoServers | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadchat-site-'));
  await writeFile(join(folder, 'index.html'), page);
});

afterEach(async () => {
  for (const stop of demo?.stops.toReversed() ?? []) await stop();
  demo = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function startDemo(host?: string): Promise<DemoServers> {
  demo = await startDemoServers({
    ports: { site: await freePort(), proxy: await freePort(), sandbox: await freePort() },
    ...(host !== undefined && { host }),
    adminToken,
    startSite: (site) => startSite({ ...site, root: folder, dist: folder }),
  });
  return demo;
}

/** Like a browser, which sends the name of the page's address as Host, wherever that name points. */
function get(port: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, headers, agent: false }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

function connects(port: string, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

const portOf = (address: string) => new URL(address).port;

describe('the demo', () => {
  // It listened on all addresses, so everyone in the same network got the dashboard and its token.
  // Only Linux accepts connections at all of 127.0.0.0/8.
  it.skipIf(process.platform !== 'linux')('listens on the loopback address only', async () => {
    const { addresses } = await startDemo();
    for (const address of Object.values(addresses)) {
      expect(await connects(portOf(address), '127.0.0.1')).toBe(true);
      expect(await connects(portOf(address), '127.0.0.2')).toBe(false);
    }
  });

  // A page of another site can point its own name at 127.0.0.1, and then read what the demo serves.
  it('refuses a foreign Host in all its servers', async () => {
    const { addresses, webhooks } = await startDemo();
    const paths = [
      [addresses.site, '/'],
      [addresses.site, '/demo/state'],
      [addresses.proxy, '/admin'],
      [addresses.sandbox, '/sandbox/state'],
      [addresses.sandbox, '/v1/lead/get'],
      [webhooks, '/'],
    ] as const;
    for (const [address, path] of paths) {
      const refused = await get(portOf(address), path, { host: 'rebound.example' });
      expect([path, refused.status]).toEqual([path, 403]);
      expect(refused.text).not.toContain(adminToken);
      const answered = await get(portOf(address), path, { host: 'localhost', authorization: 'Bearer sandbox-key' });
      expect([path, answered.status]).not.toEqual([path, 403]);
    }
  });

  it('shows the token of the dashboard to this machine', async () => {
    const { addresses } = await startDemo();
    for (const host of ['localhost', '127.0.0.1', 'localhost:4000']) {
      const { text } = await get(portOf(addresses.site), '/', { host });
      expect(text).toContain(adminToken);
      expect(text).toContain(`${addresses.proxy}/admin`);
    }
  });

  it.skipIf(process.platform !== 'linux')('listens on the address of --host', async () => {
    const { addresses } = await startDemo('127.0.0.2');
    for (const address of Object.values(addresses)) {
      expect(address).toMatch(/^http:\/\/127\.0\.0\.2:/);
      expect(await connects(portOf(address), '127.0.0.2')).toBe(true);
      expect(await connects(portOf(address), '127.0.0.1')).toBe(false);
    }
  });

  it('shows the token to nobody else, when --host opens it', async () => {
    const { addresses } = await startDemo('0.0.0.0');
    const visitors = [{ host: '192.0.2.7:4000' }, { host: 'localhost', 'x-forwarded-for': '198.51.100.7' }];
    for (const headers of visitors) {
      const { status, text } = await get(portOf(addresses.site), '/', headers);
      expect(status).toBe(200);
      expect(text).not.toContain(adminToken);
      expect(text).toContain('terminal');
    }
    expect((await get(portOf(addresses.site), '/', { host: 'rebound.example' })).status).toBe(403);
    expect((await get(portOf(addresses.site), '/', { host: 'localhost' })).text).toContain(adminToken);
  });

  // It had no key, so "Messages to your team" could only be looked at.
  it('adds a receiver of messages in the dashboard', async () => {
    const { addresses } = await startDemo();
    const response = await fetch(`${addresses.proxy}/admin/api/webhooks/receivers`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ name: 'Slack', version: 0, url: 'http://localhost:9/sales', format: 'slack' },
        events: ['lead.accepted'],
      }),
    });
    expect(await response.json()).toMatchObject({ receivers: [{}, { receiver: 'Slack', source: 'saved' }] });
    expect(response.status).toBe(200);
  });
});
