import type { Page } from 'playwright/test';
import { sampleOf } from '../../test/support/sample.ts';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { stopClock } from '../support/standing-clock.ts';

const test = testOn();

/** The router of a single-page app: it changes the address, and then the page. */
const router = `<script>
  const show = () => document.querySelector('h1').replaceChildren(location.pathname + location.hash);
  window.go = (path) => { history.pushState({}, '', path); show(); };
  addEventListener('popstate', show);
</script>`;

const teaserOptions = { text: 'Questions about a price?', everyHours: 0 };
const onPrices = { type: 'delay', seconds: 2, url: '/prices', ...teaserOptions };

async function visit(page: Page, site: HostSite, triggers: readonly object[]): Promise<void> {
  const tag = tagOf(site, { leadForm: 'off', triggers: JSON.stringify(triggers) });
  const body = `<h1>/home</h1>${router}<div style="height: 4000px"></div>`;
  await page.goto(site.put('/home', hostPage({ head: tag, body })));
  await expect(page.locator('button.launcher')).toBeVisible();
}

const teaser = (page: Page) => page.getByRole('button', { name: 'Questions about a price?' });
const go = (page: Page, path: string) => page.evaluate((next) => Object(window).go(next), path);
const loaded = (page: Page) => page.waitForFunction(() => Object(window).LeadChat.getState().loaded);

test.beforeEach(({ page }) => page.clock.install());

/** Browsers without the Navigation API do not report `history.pushState()`. e2e/embedding/pages.spec.ts follows a router in both. */
for (const hasNavigationApi of sampleOf([true, false], 1)) {
  const browser = hasNavigationApi ? 'with' : 'without';

  test(`a delay counts from the navigation within the page, ${browser} the Navigation API`, async ({ page, site }) => {
    if (!hasNavigationApi) await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/assets/')) requests.push(request.url());
    });
    await visit(page, site, [onPrices]);
    await page.clock.fastForward(60_000);
    // No trigger has fired, so the page has loaded no more than any other.
    expect([await teaser(page).count(), requests]).toEqual([0, []]);

    const from = await page.evaluate(() => performance.now());
    await go(page, '/prices');
    await expect(teaser(page)).toBeVisible();
    expect(await page.evaluate((start) => performance.now() - start, from)).toBeGreaterThanOrEqual(2000);
  });

  test(`a trigger that waits is dropped by a navigation to another page, ${browser} the Navigation API`, async ({
    page,
    site,
  }) => {
    if (!hasNavigationApi) await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
    await visit(page, site, [onPrices]);
    await page.mouse.move(100, 100);
    await loaded(page);
    // However long the test takes, the visitor leaves the page within the two seconds.
    await stopClock(page);
    await go(page, '/prices');
    await page.clock.runFor(1000);
    await go(page, '/contact');
    await page.clock.runFor(2000);
    await expect(teaser(page)).toBeHidden();
    await page.clock.resume();
    await page.goBack();
    await expect(page.getByRole('heading')).toHaveText('/prices');
    await expect(teaser(page)).toBeVisible();
    // It was about the page that the visitor leaves.
    await page.goForward();
    await expect(teaser(page)).toBeHidden();
  });
}

test('the fragment of a router begins a page view, and triggers fire there again', async ({ page, site }) => {
  await visit(page, site, [{ type: 'url', url: '#/prices', ...teaserOptions }]);
  await page.mouse.move(100, 100);
  await loaded(page);
  for (const turn of ['first', 'second']) {
    await page.evaluate(() => {
      location.hash = '#/home';
    });
    await expect(teaser(page), turn).toBeHidden();
    await page.evaluate(() => {
      location.hash = '#/prices';
    });
    await expect(teaser(page), turn).toBeVisible();
  }
});

test('a teaser that waits for a hidden widget is dropped when the visitor leaves its page', async ({ page, site }) => {
  await visit(page, site, [{ type: 'url', url: '/prices', ...teaserOptions }]);
  await page.evaluate(() => Object(window).LeadChat('hide'));
  await page.mouse.move(100, 100);
  await loaded(page);
  await go(page, '/prices');
  await expect(page.locator('.teaser')).toBeAttached();
  await go(page, '/contact');
  await page.evaluate(() => Object(window).LeadChat('show'));
  await expect(teaser(page)).toBeHidden();
});

test('the depth of scrolling counts from the page view, whatever the position on the page before', async ({
  page,
  site,
}) => {
  const watching = page.waitForResponse(/\/watch-triggers-/);
  await visit(page, site, [{ type: 'scroll', percent: 50, url: '/prices', ...teaserOptions }]);
  await page.mouse.move(100, 100);
  await page.mouse.wheel(0, 3000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(3000);
  // The code that watches comes behind the panel: until it runs, nobody sees how far the page is scrolled.
  await page.evaluate((file) => import(file), (await watching).url());
  await go(page, '/prices');
  await page.evaluate(() => scrollTo({ top: 2900 }));
  await page.evaluate(() => scrollTo({ top: 100 }));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(100);
  await expect(teaser(page)).toBeHidden();
  await page.mouse.wheel(0, 2800);
  await expect(teaser(page)).toBeVisible();
});

test('a visitor who has opened and closed the chat sees no teaser afterwards', async ({ page, site }) => {
  const tag = tagOf(site, {
    triggers: JSON.stringify([{ type: 'delay', seconds: 0, url: '/prices', ...teaserOptions }]),
  });
  await page.goto(site.put('/form', hostPage({ head: tag, body: `<h1>/form</h1>${router}` })));
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByRole('dialog').getByLabel('Phone')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await go(page, '/prices');
  await page.clock.fastForward(500);
  await expect(teaser(page)).toBeHidden();
});

test('the page keeps its own functions, and a destroyed widget follows no navigation', async ({ page, site }) => {
  await visit(page, site, [{ type: 'url', url: '/prices', ...teaserOptions }]);
  await page.mouse.move(100, 100);
  await loaded(page);
  const patched = await page.evaluate(() =>
    [history.pushState, history.replaceState, addEventListener].filter((own) => !String(own).includes('[native code]')),
  );
  expect(patched).toEqual([]);
  await page.evaluate(() => Object(window).LeadChat('destroy'));
  await go(page, '/prices');
  await expect(page.locator('leadchat-widget')).toHaveCount(0);
});
