import { servedTest as test } from '../support/served-test.ts';
import { expect } from '../support/stack.ts';

test('the home page requests only the script at first, shows a teaser on scrolling, and offers a number to try', async ({
  page,
  context,
  demo,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const fromProxy: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(demo.proxy)) fromProxy.push(new URL(request.url()).pathname);
  });
  await page.goto(demo.site);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(fromProxy).toEqual(['/leadchat.js']);

  const teaser = page.getByRole('status').filter({ hasText: /Questions about a first visit|Can we help/ });
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => Object(window).LeadChat.getState().loaded);
  await expect(teaser).toBeHidden();
  await page.getByRole('link', { name: 'what to try, and where to look next' }).click();
  await expect(teaser).toBeVisible();
  await teaser.getByRole('button', { name: 'Dismiss' }).click();

  const about = page.getByRole('region', { name: 'You are looking at a demo' });
  await about.getByRole('button', { name: 'Copy (415) 555-0120' }).click();
  await expect(page.getByText('(415) 555-0120 is copied.')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('(415) 555-0120');
  await about.getByRole('link', { name: 'Sandbox' }).click();
  await page.getByRole('link', { name: 'Back to the demo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gentle care, straight answers.');
});
