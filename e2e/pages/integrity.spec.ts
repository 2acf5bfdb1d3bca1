import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, type Page } from 'playwright/test';
import { sampleOfEach } from '../../test/support/sample.ts';
import { type HostSite, startHostSite } from '../support/host-site.ts';
import { servedTest as test } from '../support/served-test.ts';
import { Visitor } from '../support/visitor.ts';

/** A file of dist that an attacker changed in transit, and the added code. */
let changed: string | undefined;
const addition = '\n;globalThis.changedCodeRan = true;';
let site: HostSite;
let snippet: {
  current: { tag: string };
  pinned: { tags: string[]; script: string; csp: Record<string, string[]> };
};

test.beforeAll(async () => {
  const assets = {
    async read(name: string) {
      if (!existsSync(`dist/${name}`)) return undefined;
      const source = readFileSync(`dist/${name}`, 'utf8') + (name === changed ? addition : '');
      return { body: new TextEncoder().encode(source), type: 'text/javascript; charset=utf-8' };
    },
  };
  site = await startHostSite({ assets, config: { widget: { title: 'Northlight Dental', position: 'bottom-left' } } });
  const args = ['src/cli/main.ts', 'snippet', '--json', '--proxy', site.proxy.url];
  snippet = JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
});
test.afterAll(() => site.stop());

function pageWith(tags: string[], headers: Record<string, string> = {}): string {
  const html = `<!doctype html><html lang="en"><head><title>Pinned</title>${tags.join('')}</head><body><h1>Pinned</h1></body></html>`;
  return site.put('/pinned.html', html, headers);
}

/** The headers of a page with the strictest possible policy. */
function strictHeaders(): Record<string, string> {
  const needed = Object.entries(snippet.pinned.csp).map(([directive, sources]) => `${directive} ${sources.join(' ')}`);
  return {
    'content-security-policy': `default-src 'none'; ${needed.join('; ')}; require-trusted-types-for 'script'; trusted-types 'none'`,
    'integrity-policy': 'blocked-destinations=(script)',
  };
}

const ranChangedCode = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'changedCodeRan'));

test('the pinned tags match the served files, and the printed policy is sufficient', async ({ page }) => {
  changed = undefined;
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(pageWith(snippet.pinned.tags, strictHeaders()));
  await expect(page.locator('leadchat-widget .left')).toBeVisible();
  const visitor = new Visitor(page);
  await visitor.leaveLead({ phone: '(415) 555-2691', firstName: 'Grace' });
  await visitor.say('Hello');
  await expect(visitor.log).toContainText('Grace');
  await expect.poll(() => site.phones()).toContain('14155552691');
  expect(problems).toEqual([]);
});

test('the browser rejects a changed byte in any loaded file', async ({ browser }) => {
  const { integrity } = JSON.parse(readFileSync('dist/integrity.json', 'utf8'));
  changed = undefined;
  const loaded = await loadedFiles(await browser.newPage());
  // The script, the panel and the form.
  expect(loaded.length).toBeGreaterThanOrEqual(3);
  expect(Object.keys(integrity)).toEqual(expect.arrayContaining(loaded));
  const kindOf = (file: string) => (file.startsWith('leadchat-') ? 'script' : 'module');
  // Sorted: they arrive in any order, and the seed is to repeat the sample.
  for (const file of sampleOfEach(loaded.toSorted(), kindOf, 1)) {
    changed = file;
    const page = await browser.newPage();
    const refused = page.waitForEvent('console', (message) => /integrity/i.test(message.text()));
    await page.goto(pageWith(snippet.pinned.tags));
    if (!file.startsWith('leadchat-')) await page.getByRole('button', { name: 'Open chat' }).click();
    await refused;
    expect(await ranChangedCode(page), file).toBeUndefined();
    await page.close();
  }
});

test('without the hashes the same page runs the changed byte', async ({ page }) => {
  changed = /assets\/panel-[\w-]+\.js/.exec(readFileSync('dist/panel.js', 'utf8'))?.[0];
  await page.goto(pageWith([snippet.current.tag]));
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect.poll(() => ranChangedCode(page)).toBe(true);
});

/** The files that load when a visitor fills in the form. */
async function loadedFiles(page: Page): Promise<string[]> {
  const found = new Set<string>();
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (url.origin === site.proxy.url && url.pathname.endsWith('.js')) found.add(url.pathname.slice(1));
  });
  await page.goto(pageWith(snippet.pinned.tags));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.phone).toBeVisible();
  await page.close();
  return [...found];
}
