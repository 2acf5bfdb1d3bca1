import { mkdtemp, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import type { createProxy } from '../../../src/proxy/edge.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { startFakeService } from '../../support/fake-service.ts';
import { identitySecret, signToken } from '../../support/sign-token.ts';
import { configOf, leadHeaders } from '../support/harness.ts';

/** The globals of every web-standard runtime, and none of Node's. */
const webGlobals = {
  ...{ AbortController, AbortSignal, Blob, DOMException, Event, EventTarget, FormData, Headers, ReadableStream },
  ...{ Request, Response, TextDecoder, TextEncoder, URL, URLSearchParams, WebSocket },
  ...{ atob, btoa, clearInterval, clearTimeout, crypto, fetch, performance, queueMicrotask },
  ...{ setInterval, setTimeout, structuredClone },
};

it('accepts and delivers a lead in a runtime without Node, over the store that is passed', async () => {
  const lines: string[] = [];
  const { code, imports } = await bundleForEdge();
  expect(imports.filter(isBuiltin)).toEqual([]);
  const { edge } = runInContext(`${code};({ edge })`, createContext({ ...webGlobals, console: consoleOf(lines) }));

  const service = await startFakeService({ key: 'canary-api-key' });
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-edge-'));
  const store = await openSqliteStore(join(folder, 'leads.db'));
  const create: typeof createProxy = edge.createProxy;
  const { service: addresses, ...config } = configOf();
  const proxy = create(
    {
      ...config,
      identity: { secret: identitySecret },
      service: { ...addresses, baseUrl: `${service.url}/v1`, hooksUrl: service.url },
    },
    { store, limiter: () => ({ take: async () => ({ allowed: true }), giveBack: async () => {} }) },
  );
  onTestFinished(async () => {
    await proxy.stop();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const userToken = signToken({ phone: '+14155552671' });
  const body = JSON.stringify({ form: 'default', fields: {}, userToken });
  const headers = { 'content-type': 'application/json', ...leadHeaders() };
  const response = await proxy.fetch(new Request('https://proxy.example/leads', { method: 'POST', headers, body }));
  expect(response.status).toBe(202);
  const { lead } = await response.json();
  await expect.poll(async () => (await store.find(lead))?.state).toBe('delivered');
  expect(service.ledger().leads).toMatchObject([{ phone: '14155552671' }]);
  expect((await store.find(lead))?.record).toMatchObject({ verified_fields: 'phone' });
  expect(lines.join()).toContain('"lead-accepted"');
  expect(lines.join()).not.toContain('4155552671');
});

it('reports the problems of its configuration', async () => {
  const { code } = await bundleForEdge();
  const { edge } = runInContext(`${code};({ edge })`, createContext({ ...webGlobals, console }));
  expect(() => edge.createProxy({ flowId: 'flow-1' }, {})).toThrow(/flowId/);
});

it('needs a function that posts webhooks', async () => {
  const { code } = await bundleForEdge();
  const { edge } = runInContext(`${code};({ edge })`, createContext({ ...webGlobals, console }));
  const webhooks = [{ url: 'https://crm.example.com/', secret: `whsec_${btoa('a secret of thirty-two bytes ...')}` }];
  expect(() => edge.createProxy(configOf({ webhooks }), {})).toThrow(/postWebhook/);
});

function consoleOf(lines: string[]) {
  const log = (text: string) => void lines.push(text);
  return { log, warn: log, error: log };
}

/** Bundles like a platform's build tool: everything into one file. */
async function bundleForEdge(): Promise<{ code: string; imports: string[] }> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: 'src/proxy/edge.ts',
        preserveEntrySignatures: 'strict',
        output: { format: 'iife', name: 'edge' },
      },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const chunks = outputs
    .flatMap((output) => ('output' in output ? output.output : []))
    .filter((output) => output.type === 'chunk');
  const [entry] = chunks;
  if (entry === undefined) throw new Error('nothing was built');
  return { code: entry.code, imports: chunks.flatMap((output) => [...output.imports, ...output.dynamicImports]) };
}
