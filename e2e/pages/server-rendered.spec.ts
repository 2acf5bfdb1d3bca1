import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'playwright/test';
import { renderToString as renderReact } from 'react-dom/server';
import { build } from 'vite';
import { renderToString as renderVue } from 'vue/server-renderer';
import { reactPage } from '../support/rendered/react-page.ts';
import { vuePage } from '../support/rendered/vue-page.ts';
import { servedTest as test } from '../support/served-test.ts';
import { type RunningStack, startStack } from '../support/start-stack.ts';

const builtEntry = (name: string) => join(process.cwd(), 'dist/browser', `${name}.js`);

/** Renders in Node with the built entries, as a user's server does. */
const renderings = {
  react: async (proxyUrl: string) => renderReact(reactPage(await importBuilt('react'), proxyUrl)),
  vue: async (proxyUrl: string) => renderVue(vuePage(await importBuilt('vue'), proxyUrl)),
};

let folder: string;
let running: RunningStack;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadchat-rendered-'));
  running = await startStack({ root: folder });
});
test.afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

for (const name of ['react', 'vue'] as const) {
  test(`the browser hydrates server output of the ${name} entry without warnings`, async ({ page }) => {
    const { stack } = running;
    const rendered = await renderings[name](stack.proxy.url);
    expect(rendered).toContain('Ask us');
    expect(rendered).not.toContain('leadchat');
    await buildClient(name, join(folder, name));
    await writeFile(
      join(folder, name, 'index.html'),
      `<!doctype html><html lang="en"><head><link rel="icon" href="data:,"><title>Rendered</title></head>
<body data-proxy="${stack.proxy.url}"><main>${rendered}</main><script type="module" src="client.js"></script></body></html>`,
    );

    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (line) => {
      if (['error', 'warning'].includes(line.type())) complaints.push(line.text());
    });
    await page.goto(`${stack.site}/${name}/`);
    await expect(page.getByRole('button', { name: 'Open chat' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Ask us' }).click();
    await expect(page.getByRole('dialog', { name: 'Northlight Dental' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Chatting' })).toBeVisible();
    expect(complaints).toEqual([]);
  });
}

async function importBuilt(name: string) {
  return import(pathToFileURL(builtEntry(name)).href);
}

/** Uses the development mode of the frameworks, which reports hydration mismatches. */
async function buildClient(name: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    mode: 'development',
    logLevel: 'error',
    publicDir: false,
    base: './',
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    resolve: { alias: [{ find: /^.*\/src\/(react|vue)\/index\.ts$/, replacement: builtEntry(name) }] },
    build: {
      outDir,
      minify: false,
      rolldownOptions: {
        input: `e2e/support/rendered/${name}-client.ts`,
        output: { entryFileNames: 'client.js' },
      },
    },
  });
}
