import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { precompress } from '../../../build/precompress.ts';
import { openAssetArchive } from '../../../src/proxy/server/assets.ts';
import { type ProxyServer, startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, origin, startHarness } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

const chromium = 'gzip, deflate, br, zstd';
const code = `export const greetings = ${JSON.stringify(Array.from({ length: 500 }, (_, index) => `Hello ${index}`))};\n`;
const panel = 'assets/panel-1a2b3c4d.js';
const script = 'leadchat-0123456789abcdef.js';
const archivedPanel = 'assets/panel-older000.js';
const uncompressedPanel = 'assets/panel-oldest00.js';
const paths = [
  '/leadchat.js',
  '/config',
  '/panel.js',
  '/integrity.json',
  `/${panel}`,
  `/${script}`,
  `/${archivedPanel}`,
  '/admin/page.js',
];

let root: string;
let server: ProxyServer;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'leadchat-compression-'));
  const [dist, folder] = [join(root, 'dist'), join(root, 'archive')];
  await write(dist, {
    'leadchat.js': `(()=>{const text='<config>';${code.replace('export', '')}})();`,
    'panel.js': `export * from "./${panel}";`,
    'integrity.json': '{}',
    'admin/page.js': code,
    [panel]: code,
    [script]: code,
  });
  await precompress(dist, [panel, script]);
  await write(folder, { [archivedPanel]: code, [uncompressedPanel]: code });
  await precompress(folder, [archivedPanel]);
  const log = new MemoryLog();
  server = await startProxyServer(
    configOf({ store: `sqlite:${join(root, 'leads.db')}`, adminToken: 'canary-admin-token-0001' }),
    {
      port: 0,
      host: '127.0.0.1',
      deps: {
        client: new FakeService().client,
        log,
        assets: await openAssetArchive({ dist, folder, now: Date.now, log }),
      },
    },
  );
});

afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const name of ['assets', 'admin']) await mkdir(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer<ArrayBuffer> };

/** The bytes as they are sent; fetch would decode them. */
function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  request(`${server.url}${path}`, { method, headers }, async (response) => {
    const body = Buffer.concat(await response.toArray());
    resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
  })
    .on('error', reject)
    .end();
  return promise;
}

function decode({ headers, body }: Answer): string {
  const coding = headers['content-encoding'];
  if (coding === undefined) return body.toString();
  return (coding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)).toString();
}

describe.each(paths)('%s', (path) => {
  it.each([
    ['a browser', chromium, 'br'],
    ['a client that takes only Brotli', 'br', 'br'],
    ['a client that takes only gzip', 'gzip', 'gzip'],
    ['a client that names no coding', '', undefined],
    ['a client that names another coding', 'zstd, x-brotli', undefined],
    ['a client that takes everything', '*', 'br'],
    ['a client that prefers none', 'identity, *;q=0.1', 'br'],
    ['a client that writes in capitals', 'BR;Q=0.4', 'br'],
    ['a client that refuses Brotli', 'gzip, br;q=0', 'gzip'],
    ['a client that refuses Brotli, and takes the rest', 'br;q=0.000, *', 'gzip'],
    ['a client that refuses gzip', 'gzip;q=0', undefined],
    ['a client that refuses everything', 'identity, *;q=0', undefined],
  ])('comes to %s (%s) as %s', async (_client, accepted, coding) => {
    const plain = await send(path);
    const answer = await send(path, { 'accept-encoding': accepted });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(decode(answer)).toBe(plain.body.toString());
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(answer.headers['content-type']).toBe(plain.headers['content-type']);
    expect(answer.headers.vary).toContain('Accept-Encoding');
  });

  it('has the same headers for HEAD', async () => {
    for (const accepted of [chromium, 'gzip', '']) {
      const { date: _, 'x-request-id': __, ...got } = (await send(path, { 'accept-encoding': accepted })).headers;
      const head = await send(path, { 'accept-encoding': accepted }, 'HEAD');
      expect(head).toMatchObject({ status: 200, headers: got });
      expect(head.body).toHaveLength(0);
    }
  });

  it('is not sent again, in any coding, to a client that has it in one', async () => {
    const { etag = '' } = (await send(path, { 'accept-encoding': 'gzip' })).headers;
    expect(etag).toMatch(/^W\//);
    for (const accepted of [chromium, 'gzip', '']) {
      const again = await send(path, { 'accept-encoding': accepted, 'if-none-match': etag });
      expect(again.status).toBe(304);
      expect(again.headers).toMatchObject({ etag, vary: expect.stringContaining('Accept-Encoding') });
      expect(again.headers['content-encoding']).toBeUndefined();
      expect(again.body).toHaveLength(0);
    }
  });
});

it('/leadchat.js and /config vary by what else they depend on, too', async () => {
  const headers = { 'accept-encoding': 'br', origin };
  expect((await send('/leadchat.js', headers)).headers.vary).toBe('Accept-Language, Accept-Encoding');
  expect((await send('/config', headers)).headers.vary).toBe('Origin, Accept-Encoding');
});

describe('the files of a build', () => {
  it('are compressed by the build, and sent as they are there', async () => {
    expect((await readdir(join(root, 'dist'))).sort()).toEqual(
      ['admin', 'assets', 'integrity.json', script, `${script}.br`, `${script}.gz`, 'leadchat.js', 'panel.js'].sort(),
    );
    for (const name of [panel, script]) {
      for (const [coding, suffix] of [
        ['br', '.br'],
        ['gzip', '.gz'],
      ] as const) {
        const sent = await send(`/${name}`, { 'accept-encoding': coding });
        expect(sent.body.equals(await readFile(join(root, 'dist', name + suffix)))).toBe(true);
      }
    }
  });

  it('are archived with their compressed forms', async () => {
    const archived = await readdir(join(root, 'archive/assets'));
    expect(archived).toEqual(expect.arrayContaining(['', '.br', '.gz'].map((suffix) => `panel-1a2b3c4d.js${suffix}`)));
  });

  it('are compressed on demand if an earlier build did not', async () => {
    const sent = await send(`/${uncompressedPanel}`, { 'accept-encoding': chromium });
    expect(sent.headers['content-encoding']).toBe('br');
    expect(decode(sent)).toBe(code);
  });

  it('have no address for their compressed forms', async () => {
    for (const suffix of ['.br', '.gz']) expect((await send(`/${panel}${suffix}`)).status).toBe(404);
  });
});

it('is not compressed again by a host that compresses its responses', async () => {
  const { proxy } = await startHarness({}, { assets: await openDist() });
  const host = new Hono();
  host.use(compress());
  host.mount('/chat', (incoming) => proxy.fetch(incoming, { remoteAddress: '192.0.2.1' }));
  for (const [accepted, decompress] of [
    ['gzip, br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const response = await host.request(`/chat/${panel}`, { headers: { 'accept-encoding': accepted } });
    expect(decompress(await response.arrayBuffer()).toString()).toBe(code);
  }
});

function openDist() {
  const log = new MemoryLog();
  return openAssetArchive({ dist: join(root, 'dist'), folder: join(root, 'archive'), now: Date.now, log });
}
