import type { Page } from 'playwright/test';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';

const test = testOn();

/** Would say that it has run. */
const svg = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="top.hasRun=true"><script>top.hasRun=true</script><circle cx="4" cy="4" r="4" fill="gold"/></svg>',
)}`;
const launcher = (page: Page) => page.locator('button.launcher');
const picture = (page: Page) => launcher(page).locator('img');

test('the bubble shows the page’s picture, which costs no request and runs nothing', async ({ page, site }) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(new URL(request.url()).pathname);
  });
  await page.goto(site.put('/', hostPage({ body: tagOf(site, { leadForm: 'off', launcherIcon: svg }) })));
  await expect(picture(page)).toBeVisible();
  const [button, image] = [await launcher(page).boundingBox(), await picture(page).boundingBox()];
  expect([button, image]).toMatchObject([
    { width: 60, height: 60 },
    { width: 36, height: 36 },
  ]);
  expect([requests, await page.evaluate(() => 'hasRun' in window)]).toEqual([['/', '/leadchat.js'], false]);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(picture(page)).toBeVisible();
  await launcher(page).click();
  // The open bubble is a chevron, as without a picture.
  await expect(picture(page)).toHaveCSS('opacity', '0');
});

test('a picture that is broken or blocked leaves the symbol', async ({ page, site, faults }) => {
  const options = { leadForm: 'off', launcherIcon: 'https://pictures.example/chat.png' };
  await page.route('https://pictures.example/**', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url() === options.launcherIcon);
  await page.goto(site.put('/', hostPage({ body: tagOf(site, options) })));
  await failed;
  await expect(launcher(page)).toBeVisible();
  await expect(picture(page)).toHaveCount(0);
  const symbol = await launcher(page).evaluate((button) => getComputedStyle(button, '::before').display);
  expect(symbol).not.toBe('none');
  // The picture that was stopped.
  expect(faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
});
