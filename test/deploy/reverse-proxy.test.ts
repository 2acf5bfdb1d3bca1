import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ProxyServer, startProxyServer } from '../../src/proxy/server/start-proxy-server.ts';
import { FakeService } from '../proxy/support/fake-service.ts';
import { configOf, leadHeaders, noLimits, origin, startHarness } from '../proxy/support/harness.ts';
import { MemoryLog } from '../proxy/support/memory-log.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { startBreaking, startServer, startUnreachable } from './plain-servers.ts';
import { findProgram, type ReverseProxy, startReverseProxy } from './reverse-proxy.ts';

const lead = JSON.stringify({ form: 'default', fields: { phone: '+14155552671' } });
const script = { body: new TextEncoder().encode('(()=>{})();'), type: 'text/javascript; charset=utf-8' };
const oneLeadPerAddress = { ...noLimits, leadsPerIp: { points: 1, seconds: 600 } };

const reverseProxies = [
  { name: 'nginx', programs: ['nginx', 'openssl'], refusedAdmin: 403, checksHealth: false },
  { name: 'Caddy', programs: ['caddy'], refusedAdmin: 404, checksHealth: true },
  { name: 'HAProxy', programs: ['haproxy', 'openssl'], refusedAdmin: 403, checksHealth: true },
] as const;

for (const { name, programs, refusedAdmin, checksHealth } of reverseProxies) {
  const missing = programs.filter((program) => findProgram(program) === undefined);
  if (missing.length > 0) {
    console.warn(`The files in deploy/ are not tested behind ${name}: ${missing.join(', ')} is missing. Install it.`);
  }

  describe.skipIf(missing.length > 0)(`the proxy behind ${name} with its file from deploy/`, () => {
    let folder = '';
    let proxy: ProxyServer;
    let front: ReverseProxy;
    const log = new MemoryLog();

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'leadchat-behind-'));
      const config = configOf({
        store: `sqlite:${join(folder, 'leads.db')}`,
        limits: oneLeadPerAddress,
        trustedProxies: await trustedProxiesOf('deploy/leadchat.env.example'),
        adminToken: 'canary-admin-token-0001',
        hostedChat: true,
      });
      proxy = await startProxyServer(config, {
        port: 0,
        host: '127.0.0.1',
        deps: {
          client: new FakeService().client,
          log,
          assets: { read: async (file) => (file === 'leadchat.js' ? script : undefined) },
        },
      });
      front = await startReverseProxy(name, proxy.port);
    }, 300_000);
    afterAll(async () => {
      await front?.stop();
      await proxy?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const sendLead = (from: string, headers: Record<string, string> = {}, body = lead) =>
      front.send('/leads', {
        from,
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, ...leadHeaders(), ...headers },
        body,
      });

    it('counts each visitor for itself, whatever X-Forwarded-For the visitor sends', async () => {
      expect((await sendLead('127.0.0.2')).status).toBe(202);
      const forged = { 'x-forwarded-for': '198.51.100.7, 127.0.0.1', forwarded: 'for=198.51.100.7' };
      const refused = await sendLead('127.0.0.2', forged);
      expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, 'rate-limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await sendLead('127.0.0.3')).status).toBe(202);
      expect(log.events()).not.toContain('forwarded-address-ignored');
    });

    it('serves the hosted chat, and takes its leads', async () => {
      expect((await front.send('/chat')).status).toBe(200);
      const own = await sendLead('127.0.0.5', { origin: 'https://chat.example.com', host: 'chat.example.com' });
      expect(own.status).toBe(202);
      const plain = await sendLead('127.0.0.6', { origin: 'http://chat.example.com', host: 'chat.example.com' });
      expect(plain.status).toBe(403);
    });

    // A visitor's X-Forwarded-Host once came through, and named any origin as the proxy's own.
    it('knows its name from itself, whatever X-Forwarded-Host the visitor sends', async () => {
      const forged = { 'x-forwarded-host': 'pages.example', 'x-forwarded-proto': 'http' };
      for (const origin of ['https://pages.example', 'http://pages.example']) {
        expect((await sendLead('127.0.0.7', { ...forged, origin, host: 'chat.example.com' })).status).toBe(403);
      }
      const own = { ...forged, origin: 'https://chat.example.com', host: 'chat.example.com' };
      expect((await sendLead('127.0.0.7', own)).status).toBe(202);
    });

    it('serves the script, and 304 to a browser that has it', async () => {
      const first = await front.send('/leadchat.js');
      expect([first.status, first.headers['content-type']]).toEqual([200, script.type]);
      expect(first.headers['strict-transport-security']).toBe('max-age=31536000');
      const again = await front.send('/leadchat.js', { headers: { 'if-none-match': String(first.headers.etag) } });
      expect(again.status).toBe(304);
    });

    it.each([40_000, 100_000, 250_000])(
      'leaves it to the proxy to refuse a body of %i bytes, so that the widget can read why',
      async (length) => {
        const refused = await sendLead('127.0.0.4', {}, `{"website":"${'x'.repeat(length)}"}`);
        expect([refused.status, JSON.parse(refused.text).code]).toEqual([413, 'too-large']);
        expect(refused.headers['access-control-allow-origin']).toBe(origin);
      },
    );

    it('hides metrics and dashboard from visitors', async () => {
      expect((await front.send('/metrics')).status).toBe(404);
      for (const path of ['/admin', '/admin/api/leads']) expect((await front.send(path)).status).toBe(refusedAdmin);
      expect((await fetch(`${proxy.url}/metrics`)).status).toBe(200);
      const headers = { authorization: 'Bearer canary-admin-token-0001' };
      expect((await fetch(`${proxy.url}/admin/api/leads`, { headers })).status).toBe(200);
    });

    // HAProxy compares the path as it was sent. It let these pass, and the proxy decoded them: 200.
    it.each(['/metrics', '/admin', '/admin/api/leads'])('hides %s however its path is written', async (path) => {
      const headers = { authorization: 'Bearer canary-admin-token-0001' };
      const spellings = otherSpellings(path);
      const found = await Promise.all(
        spellings.map(async (spelling) => (await front.send(spelling, { headers })).status),
      );
      const open = spellings.filter((_, index) => ![400, 403, 404].includes(found[index] ?? 0));
      expect(open).toEqual([]);
    });

    // HAProxy's check has no Host. It got 400, and HAProxy took the site down.
    it.runIf(checksHealth)('passes its health checks, and goes on serving visitors', async () => {
      const checks = async () => {
        const metrics = await (await fetch(`${proxy.url}/metrics`)).text();
        return Number(/request_seconds_count\{[^}]*route="\/healthz"[^}]*\} (\d+)/.exec(metrics)?.[1] ?? 0);
      };
      const before = await checks();
      await until('three more checks', async () => (await checks()) >= before + 3);
      expect((await front.send('/leadchat.js')).status).toBe(200);
    });

    // A stopped proxy is out of turn only after some health checks, and half of the visitors got no chat until then.
    it('serves every visitor while one of two proxies is stopped', async () => {
      const pair = await startReverseProxy(name, proxy.port, { second: await freePort() });
      onTestFinished(pair.stop);
      const requests = [1, 2, 3, 4, 5, 6].flatMap((index) => [
        pair.send('/leadchat.js'),
        pair.send('/leads', {
          from: `127.0.1.${index}`,
          method: 'POST',
          headers: { 'content-type': 'application/json', origin, ...leadHeaders() },
          body: lead,
        }),
      ]);
      const statuses = (await Promise.all(requests)).map(({ status }) => status);
      expect(statuses).toEqual(requests.map((_, index) => (index % 2 === 0 ? 200 : 202)));
    });

    it('sends no lead twice: one that a proxy has got is left to the browser, which repeats it with the same key', async () => {
      let leadCount = 0;
      const servers = await Promise.all([1, 2].map(() => startBreaking(() => leadCount++)));
      for (const { stop } of servers) onTestFinished(stop);
      const [first, second] = servers.map(({ port }) => port);
      const pair = await startReverseProxy(name, first ?? 0, { second: second ?? 0 });
      onTestFinished(pair.stop);
      // The second one goes over a connection that is open already.
      for (const count of [1, 2]) {
        expect((await pair.send('/leadchat.js')).status).toBe(200);
        const { status } = await pair.send('/leads', { method: 'POST', headers: leadHeaders(), body: lead });
        expect(status).toBe(502);
        expect(leadCount).toBe(count);
      }
    });

    // nginx left a proxy out for ten seconds after one request, so a restart of both, one after the other, was 502 for everybody.
    it('serves visitors seconds after a restart of one proxy, and then of the other', async () => {
      const ports = [await freePort(), await freePort()] as const;
      const stopFirst = await startServer(ports[0]);
      const stopSecond = await startServer(ports[1]);
      const pair = await startReverseProxy(name, ports[0], { second: ports[1] });
      onTestFinished(pair.stop);
      await stopFirst();
      for (const _ of ports) expect((await pair.send('/leadchat.js')).status).toBe(200);
      onTestFinished(await startServer(ports[0]));
      await stopSecond();
      const stoppedAt = performance.now();
      await until('visitors are served', async () => (await pair.send('/leadchat.js')).status === 200);
      expect(performance.now() - stoppedAt).toBeLessThan(7000);
    });

    // Without a connection nginx responded with 504: it tried the other proxy only if the connection was refused.
    it.runIf(name === 'nginx')('serves every visitor while the machine of one of two proxies is gone', async () => {
      const gone = await startUnreachable();
      onTestFinished(gone.stop);
      const pair = await startReverseProxy(name, proxy.port, { second: gone.port });
      onTestFinished(pair.stop);
      const requests = [1, 2, 3, 4].map((index) =>
        pair.send('/leads', {
          from: `127.0.2.${index}`,
          method: 'POST',
          headers: { 'content-type': 'application/json', origin, ...leadHeaders() },
          body: lead,
        }),
      );
      expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    });

    // Only the visitors' part had a limit, so the dashboard waited for a minute.
    it.runIf(name === 'nginx')('serves operators meanwhile, too', async () => {
      const gone = await startUnreachable();
      onTestFinished(gone.stop);
      const pair = await startReverseProxy(name, proxy.port, { second: gone.port });
      onTestFinished(pair.stop);
      const headers = { authorization: 'Bearer canary-admin-token-0001' };
      const askedAt = performance.now();
      const requests = [1, 2, 3, 4].map(() => pair.send('/admin/api/leads', { from: '127.0.3.1', headers }));
      expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(performance.now() - askedAt).toBeLessThan(30_000);
    });

    it('sends visitors without TLS to the address with it', async () => {
      const { status, headers } = await front.sendPlain('/leadchat.js');
      expect([301, 308]).toContain(status);
      expect(headers.location).toMatch(/^https:\/\/chat\.example\.com(?::\d+)?\/leadchat\.js$/);
    });
  });
}

describe('the docs', () => {
  it('say of every file in deploy/ what it is for', async () => {
    const docs = await readFile('docs/deploy.md', 'utf8');
    const table = docs.split('\n').filter((line) => line.startsWith('| `'));
    const files = (await readdir('deploy')).filter((file) => !file.endsWith('.dockerignore'));
    expect(files.filter((file) => !table.some((row) => row.includes(`\`${file}\``)))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  it('trusts the gateway that all requests come from, and publishes the port to this machine only', async () => {
    const file = await readFile('deploy/compose.yaml', 'utf8');
    const gateway = /gateway: (\S+)/.exec(file)?.[1] ?? '';
    const trustedProxies = await trustedProxiesOf('deploy/compose.yaml');
    const { post, log } = await startHarness({ limits: oneLeadPerAddress, trustedProxies });
    const send = async (visitor: string) => {
      const headers = { ...leadHeaders(), 'x-forwarded-for': visitor };
      return (await post('/leads', lead, headers, gateway)).status;
    };
    expect([await send('198.51.100.1'), await send('198.51.100.1'), await send('198.51.100.2')]).toEqual([
      202, 429, 202,
    ]);
    expect(log.events()).not.toContain('forwarded-address-ignored');
    expect(file).toContain('ports: ["127.0.0.1:4001:4001"]');
  });
});

/** Paths that some reader takes for `path`: escaped, with dot segments or empty ones, absolute, and with what parsers drop. */
function otherSpellings(path: string): string[] {
  const name = path.slice(1);
  const escaped = (text: string) => `%${text.charCodeAt(0).toString(16)}`;
  const escapes = [...name].map((char, index) => `/${name.slice(0, index)}${escaped(char)}${name.slice(index + 1)}`);
  const parents = ['..', '%2e%2e', '.%2E', '%2e.'].flatMap((up) => [`/x/${up}${path}`, `/assets/x/${up}/${up}${path}`]);
  const dots = ['.', '%2e', '%2E'].map((dot) => `/${dot}${path}`);
  const others = [
    `/${path}`,
    `//${path}`,
    `/x/..${path}?a=b`,
    `/x\\..\\${name}`,
    `\\${name}`,
    `/%5c..${path}`,
    `${path}#x`,
  ];
  const more = [
    `/%2f${name}`,
    `/x/..;/${name}`,
    `${path}%00`,
    `${path}%20`,
    `${path}/.`,
    `${path}/x/..`,
    `${path}/%2e`,
  ];
  const absolute = ['http', 'https', 'HTTP', 'HTTPS'].flatMap((scheme) =>
    [path, `/x/..${path}`, escapes[0] ?? path].map((target) => `${scheme}://chat.example.com${target}`),
  );
  return [...escapes, ...parents, ...dots, ...others, ...more, ...absolute];
}

/** The value of LEADCHAT_TRUSTED_PROXIES in a file of deploy/. */
async function trustedProxiesOf(file: string): Promise<string[]> {
  const value = /^ *LEADCHAT_TRUSTED_PROXIES[=:] *(\S+)$/m.exec(await readFile(file, 'utf8'))?.[1];
  return value?.split(',') ?? [];
}
