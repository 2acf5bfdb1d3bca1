import type { Page } from 'playwright/test';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

const long = '<h1>Prices</h1><div style="height: 4000px"></div><p>The end</p>';

async function visit(page: Page, site: HostSite, triggers: readonly object[], path = '/prices.html'): Promise<void> {
  const tag = tagOf(site, { leadForm: 'off', triggers: JSON.stringify(triggers) });
  site.put(new URL(path, site.url).pathname, hostPage({ head: tag, body: long }));
  await page.goto(site.url + path);
  await expect(page.locator('button.launcher')).toBeVisible();
}

const teaser = (page: Page) => page.getByRole('status').filter({ hasText: 'May we help?' });
const teaserOptions = { text: 'May we help?' };

test('a trigger that depends on the visitor loads nothing before the first input', async ({ page, site }) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) loaded.push(request.url());
  });
  await visit(page, site, [{ type: 'scroll', percent: 10, ...teaserOptions }]);
  await page.waitForLoadState('networkidle');
  expect(loaded).toEqual([]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('a delay trigger shows its teaser without any input, and not again on the next page', async ({ page, site }) => {
  const triggers = [{ type: 'delay', seconds: 1, everyHours: 24, ...teaserOptions }];
  await visit(page, site, triggers);
  await expect(teaser(page)).toBeVisible();
  expect(await page.evaluate(() => performance.now())).toBeGreaterThan(1000);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);

  await visit(page, site, [...triggers, { type: 'url', url: '/other', everyHours: 0, ...teaserOptions }]);
  await page.mouse.move(120, 100);
  await page.waitForFunction(() => Object(window).LeadChat.getState().loaded);
  await page.waitForFunction(() => performance.now() > 1500);
  await expect(teaser(page)).toBeHidden();

  // A day later the teaser may appear again.
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('leadchat-triggers') ?? '{}');
    const earlier = Object.entries(stored).map(([id, at]) => [id, Number(at) - 25 * 3_600_000]);
    localStorage.setItem('leadchat-triggers', JSON.stringify(Object.fromEntries(earlier)));
  });
  await visit(page, site, triggers);
  await page.mouse.move(140, 100);
  await expect(teaser(page)).toBeVisible();
  await teaser(page).getByRole('button', { name: 'May we help?' }).click();
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('good to have you here');
});

test('scrolling through half of the page shows the teaser, and scrolling less does not', async ({ page, site }) => {
  await visit(page, site, [{ type: 'scroll', percent: 50, ...teaserOptions }]);
  await page.mouse.wheel(0, 400);
  await page.waitForFunction(() => Object(window).LeadChat.getState().loaded);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
  await expect(teaser(page)).toBeHidden();
  await page.mouse.wheel(0, 2500);
  await expect(teaser(page)).toBeVisible();
});

test('moving the pointer out of the page opens the chat without moving the focus', async ({ page, site }) => {
  await visit(page, site, [{ type: 'exit', action: 'open' }]);
  await page.mouse.move(300, 300);
  await page.waitForFunction(() => Object(window).LeadChat.getState().loaded);
  // The event when the pointer leaves at the top; Playwright's pointer cannot leave the page.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new MouseEvent('mouseout', { clientY: -1, relatedTarget: null })));
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 100 });
  }).toPass();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
});

test('a URL trigger shows its teaser only on matching pages', async ({ page, site }) => {
  const triggers = [{ type: 'url', url: '/prices*plan=', everyHours: 0, ...teaserOptions }];
  await visit(page, site, triggers, '/prices.html');
  await page.mouse.move(100, 100);
  await page.waitForFunction(() => Object(window).LeadChat.getState().loaded);
  await expect(teaser(page)).toBeHidden();
  await visit(page, site, triggers, '/prices.html?plan=large');
  await page.mouse.move(120, 100);
  await expect(teaser(page)).toBeVisible();
});

test('a URL trigger needs no movement of the visitor, also on the next page of a router', async ({ page, site }) => {
  const triggers = [{ type: 'url', url: '/prices', everyHours: 0, ...teaserOptions }];
  await visit(page, site, triggers, '/prices.html');
  await expect(teaser(page)).toBeVisible();

  await visit(page, site, triggers, '/home.html');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => Object(window).LeadChat.getState().loaded)).toBe(false);
  await page.evaluate(() => history.pushState(null, '', '/prices.html'));
  await expect(teaser(page)).toBeVisible();
});

test('a visitor who has chatted sees no teaser', async ({ page, site }) => {
  await visit(page, site, []);
  await new Visitor(page).openChat();
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('good to have you here');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await visit(page, site, [{ type: 'url', url: '/prices', everyHours: 0, ...teaserOptions }]);
  await page.mouse.move(100, 100);
  await page.waitForFunction(() => Object(window).LeadChat.getState().phase === 'chatting');
  await expect(teaser(page)).toBeHidden();
});
