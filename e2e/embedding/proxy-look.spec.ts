import type { Page } from 'playwright/test';
import { sampleOf } from '../../test/support/sample.ts';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';
import { buildWaysIn } from '../support/ways-in/build.ts';

const test = testOn({
  config: {
    widget: {
      title: 'Northlight Dental',
      color: '#b91c1c',
      position: 'bottom-left',
      theme: 'dark',
      launcherText: 'Questions?',
      triggers: [{ type: 'delay', seconds: 0, text: 'Book a check-up?' }],
    },
  },
});

const ways = ['script tag', 'pinned script tag', 'npm', 'react', 'vue', 'element'] as const;
let files: ReadonlyMap<string, string>;

test.beforeAll(async () => {
  files = await buildWaysIn();
});

function visit(site: HostSite, way: (typeof ways)[number], options: Record<string, string> = {}): string {
  for (const [name, code] of files) site.put(`/bundle/${name}`, code);
  const path = `/${way.replaceAll(' ', '-')}`;
  if (way === 'script tag') return site.put(path, hostPage({ head: tagOf(site, options) }));
  const all = { proxyUrl: site.proxy.url, ...options };
  if (way === 'pinned script tag') return site.put(path, hostPage({ head: tagOf(site, all, '/widget') }));
  const data = JSON.stringify(all).replaceAll('"', '&quot;');
  const body = `<main></main><script type="module" src="/bundle/client.js"></script>`;
  return site.put(path, hostPage({ body }).replace('<body>', `<body data-way="${way}" data-options="${data}">`));
}

function configRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/config') requests.push(request.url());
  });
  return requests;
}

for (const way of sampleOf(ways, 2)) {
  // The configuration reached only pages whose script contains it.
  test(`color, side, theme, words and triggers come from the proxy: ${way}`, async ({ page, site }) => {
    const requests = configRequests(page);
    await page.goto(visit(site, way));
    const launcher = page.getByRole('button', { name: 'Questions? Open chat' });
    await expect(launcher).toBeVisible();
    const style = (name: string) =>
      launcher.evaluate((button, property) => getComputedStyle(button).getPropertyValue(property), name);
    expect([await style('--lc-color'), await style('color-scheme')]).toEqual(['#b91c1c', 'dark']);
    expect((await launcher.boundingBox())?.x).toBeLessThan(100);
    await expect(page.getByText('Book a check-up?')).toBeVisible();
    const visitor = new Visitor(page);
    await page.getByRole('button', { name: 'Questions? Open chat' }).click();
    await expect(visitor.phone).toBeVisible();
    await expect(visitor.dialog).toBeVisible();
    expect(requests).toHaveLength(way === 'script tag' ? 0 : 1);
  });
}

for (const way of sampleOf(['npm', 'react', 'vue', 'element'] as const, 1)) {
  test(`the page's own options win, and \`intent\` requests nothing before an interaction: ${way}`, async ({
    page,
    site,
  }) => {
    const requests = configRequests(page);
    await page.goto(visit(site, way, { loadConfig: 'intent', position: 'bottom-right', theme: 'light' }));
    const launcher = page.getByRole('button', { name: 'Open chat' });
    await expect(launcher).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(requests).toEqual([]);
    expect((await launcher.boundingBox())?.x).toBeGreaterThan(600);
    await launcher.click();
    await expect(new Visitor(page).phone).toBeVisible();
    expect(requests).toHaveLength(1);
    const loaded = page.getByRole('button', { name: 'Questions? Close chat' });
    expect(await loaded.evaluate((button) => getComputedStyle(button).colorScheme)).toBe('light');
    expect((await loaded.boundingBox())?.x).toBeGreaterThan(600);
  });
}
