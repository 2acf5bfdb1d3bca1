import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { build } from 'vite';
import { type HostSite, startHostSite } from '../support/host-site.ts';
import { servedTest as test } from '../support/served-test.ts';

let site: HostSite;
let folder: string;
test.beforeAll(async () => {
  // By default, the proxy holds leads that look like a bot's.
  site = await startHostSite({ config: { minFillMs: 1_500 } });
  folder = await mkdtemp(join(tmpdir(), 'leadchat-example-core-'));
  await build({
    root: 'examples/core',
    logLevel: 'warn',
    // The package is not installed here; this is the file that it exports.
    resolve: { alias: { 'leadchat/core': join(process.cwd(), 'dist/browser/core.js') } },
    define: {
      'import.meta.env.VITE_LEADCHAT_PROXY': JSON.stringify(site.proxy.url),
      'import.meta.env.VITE_LEADCHAT_SOCKETS': JSON.stringify(site.sandboxUrl.replace(/^http/, 'ws')),
    },
    build: { outDir: folder, emptyOutDir: true, assetsDir: '.' },
  });
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const script = /src="(\/[\w.-]+\.js)"/.exec(html)?.[1] ?? '';
  site.put('/', html);
  site.put('/index.html', html);
  site.put(script, await readFile(join(folder, script), 'utf8'));
});
test.afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a page with a custom user interface collects a lead, chats, and resumes after a reload', async ({ page }) => {
  await page.goto(`${site.url}/index.html`);
  await page.getByRole('button', { name: 'Start chat' }).click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Phone').fill('12');
  await page.getByRole('button', { name: 'Start chat' }).click();
  await expect(page.getByRole('alert')).toContainText('phone');
  await page.getByLabel('Phone').clear();
  // Wait as long as a person takes to fill in the form.
  await page.getByLabel('Phone').pressSequentially('(415) 555-2703', { delay: 150 });
  await page.getByRole('button', { name: 'Start chat' }).click();
  const log = page.getByRole('log', { name: 'Conversation' });
  await expect(log).toContainText('Ada');
  await page.getByLabel('Message').fill('Friday, please');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(log).toContainText('You: Friday, please');
  await expect.poll(() => site.phones()).toEqual(['14155552703']);
  await page.reload();
  await expect(log).toContainText('You: Friday, please');
  expect(await page.locator('leadchat-widget, lead-chat').count()).toBe(0);
});
