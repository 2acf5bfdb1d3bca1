import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import fc from 'fast-check';
import type { Page } from 'playwright/test';
import { build } from 'vite';
import { parseConfig, startProxyServer } from '../../src/proxy/index.ts';
import { attribute } from '../../src/snippet/index.ts';
import { serveFolders } from '../support/example-files.ts';
import type { HostSite } from '../support/host-site.ts';
import { expect, testOn } from '../support/on-host-page.ts';

const test = testOn();

const options = { title: 'Ask "Mia"', greeting: 'Hello & welcome', color: '#7c3aed', position: 'bottom-left' };
const hash = `#${new URLSearchParams({ options: JSON.stringify(options) })}`;

test('the code for each way to install adds the same widget to an empty page', async ({ page, site, context }) => {
  serveFolders(site, ['dist/site']);
  await page.goto(`${site.url}/dist/site/configurator.html${hash}`);
  const codeOf = async (title: string) => {
    await page.getByRole('region', { name: 'Code' }).getByRole('tab', { name: title, exact: true }).click();
    return page.getByRole('region', { name: 'Code' }).locator('code').innerText();
  };
  const policies = (await codeOf('Content Security Policy')).match(/(?<=Content-Security-Policy: ).+/g) ?? [];
  const [policy = '', pinnedPolicy = ''] = policies.map((text) => text.replace('script-src', "script-src 'self'"));
  const folder = await mkdtemp(join(process.cwd(), 'test-results-'));
  const bare = await context.newPage();
  const found: Record<string, unknown> = {};
  const show = async (title: string, content: string, csp = policy) => {
    const html = `<!doctype html><html lang="en"><head><title>Bare</title></head><body>${content}</body></html>`;
    await bare.goto(site.put('/bare', html, { 'content-security-policy': csp }));
    found[title] = await widgetOn(bare);
  };
  /** Bundles the code for a framework into a module for the page, as its users do. */
  const showBundle = async (title: string, files: Record<string, string>, html: string) => {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const bundle = await bundleOf(folder, Object.keys(files).at(-1) ?? '');
    site.put('/bundle.js', bundle);
    await show(title, `${html}<script type="module" src="/bundle.js"></script>`, "connect-src *; script-src 'self'");
  };

  try {
    await show('Script tag', await codeOf('Script tag'));
    await show('Script tag with hashes', await codeOf('Script tag with hashes'), pinnedPolicy);
    await show('Tag Manager', await codeOf('Tag Manager'), '');
    await showBundle(
      'React',
      {
        'Chat.jsx': await codeOf('React'),
        'react.jsx': `import { createRoot } from 'react-dom/client'; import { Chat } from './Chat.jsx';
          createRoot(document.querySelector('#app')).render(<Chat />);`,
      },
      '<div id="app"></div>',
    );
    await showBundle(
      'Vue',
      {
        'Chat.vue': await codeOf('Vue'),
        'vue.js': `import { createApp } from 'vue'; import Chat from './Chat.vue'; createApp(Chat).mount('#app');`,
      },
      '<div id="app"></div>',
    );
    const element = await codeOf('Element');
    const script = /<script type="module">([\s\S]*?)<\/script>/.exec(element)?.[1] ?? '';
    await showBundle('Element', { 'element.js': script }, element.replace(/<script[\s\S]*?<\/script>/, ''));
    await withProxy(site, folder, JSON.parse(await codeOf('Proxy configuration')), async (url) => {
      await show('Proxy configuration', `<script src="${url}/leadchat.js" async></script>`, '');
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const same = { title: options.title, greeting: options.greeting, color: expect.any(String), side: 'left' };
  expect(found['Script tag']).toEqual(same);
  for (const [title, widget] of Object.entries(found)) expect(widget, title).toEqual(found['Script tag']);
  expect(Object.keys(found)).toHaveLength(7);
});

test('a browser reads the written attributes unchanged', async ({ page }) => {
  const unit = fc.oneof(fc.constantFrom('"', "'", '&', '&amp;', '<', '>', '\r', '\n'), fc.string({ maxLength: 3 }));
  const texts = fc.sample(fc.string({ unit }), { numRuns: 500, seed: 20261122 });
  const tags = texts.map((text) => `<p ${attribute('data-text', text)} ${attribute('data-json', [text])}>`);
  const read = await page.evaluate(
    (all) =>
      all.map((tag) => {
        const element = new DOMParser().parseFromString(tag, 'text/html').querySelector('p');
        return [element?.dataset.text, element?.dataset.json];
      }),
    tags,
  );
  expect(read).toEqual(texts.map((text) => [text, JSON.stringify([text])]));
});

/** The visible state of the widget. */
async function widgetOn(page: Page) {
  const launcher = page.getByRole('button', { name: 'Open chat' });
  const box = await launcher.boundingBox();
  const color = await launcher.evaluate((element) => getComputedStyle(element).backgroundColor);
  await launcher.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Start chat' })).toBeVisible();
  return {
    title: await dialog.getAttribute('aria-label'),
    greeting: await dialog.getByRole('heading').last().innerText(),
    color,
    side: (box?.x ?? 0) < 200 ? 'left' : 'right',
  };
}

async function bundleOf(root: string, entry: string): Promise<string> {
  const alias = Object.fromEntries(
    ['react', 'vue', 'element'].map((name) => [`leadchat/${name}`, join(process.cwd(), `dist/browser/${name}.js`)]),
  );
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), vue()],
    resolve: { alias },
    build: {
      write: false,
      rolldownOptions: { input: join(root, entry), output: { codeSplitting: false } },
    },
  });
  if (!('output' in result)) throw new Error('Vite built more than one bundle.');
  return result.output[0].code;
}

/** Runs a second proxy with the copied configuration. */
async function withProxy(site: HostSite, folder: string, file: object, use: (url: string) => Promise<void>) {
  const result = parseConfig({
    ...file,
    // The operator replaces the placeholders.
    service: {
      baseUrl: `${site.sandboxUrl}/v1`,
      hooksUrl: site.sandboxUrl,
      wssUrl: site.sandboxUrl.replace(/^http/, 'ws'),
      apiKey: 'sandbox-key',
    },
    flowId: site.flow,
    origins: [site.url],
    store: `sqlite:${join(folder, 'leadchat.db')}`,
    logLevel: 'error',
  });
  if (!result.ok) throw new Error(result.issues.join('\n'));
  const proxy = await startProxyServer(result.config, { port: 0 });
  try {
    await use(proxy.url);
  } finally {
    await proxy.stop();
  }
}
