import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import type { createProxy as Create } from '../../../src/proxy/index.ts';
import { configOf } from '../support/harness.ts';

it("logs once that a bundler left out the store's thread, and still becomes ready", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-bundled-'));
  // Inside the repository, so that the dependencies are found.
  const bundle = await mkdtemp(resolve('node_modules/.leadchat-bundled-'));
  onTestFinished(async () => {
    await rm(folder, { recursive: true, force: true });
    await rm(bundle, { recursive: true, force: true });
  });
  await bundleForNode(bundle);
  expect(existsSync(join(bundle, 'store-thread.js'))).toBe(false);
  const { createProxy }: { createProxy: typeof Create } = await import(pathToFileURL(join(bundle, 'proxy.js')).href);

  const warned: unknown[] = [];
  const log = { info: () => {}, warn: (...line: unknown[]) => warned.push(line), error: () => {} };
  const proxy = createProxy(
    { ...configOf(), store: `sqlite:${join(folder, 'leads.db')}`, keepAssetsIn: false },
    { log },
  );
  await proxy.start();
  const response = await proxy.fetch(new Request('https://proxy.example/readyz'), { remoteAddress: '192.0.2.1' });
  await proxy.stop();
  expect(response.status).toBe(200);
  expect(warned).toEqual([
    ['store-without-thread', { missing: 'store-thread.js', effect: 'requests wait while a lead is written' }],
  ]);
});

/** Bundles like a framework's server build: leadchat's code in one folder, the packages beside it. */
async function bundleForNode(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      outDir,
      minify: false,
      rolldownOptions: { input: { proxy: 'src/proxy/index.ts' }, output: { entryFileNames: '[name].js' } },
    },
  });
}
