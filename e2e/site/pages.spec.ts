import { docsPaths } from '../../build/site/docs.ts';
import { sampleOf } from '../../test/support/sample.ts';
import { violationsOf } from '../support/axe.ts';
import { expect, test } from '../support/stack.ts';

const pages = {
  demo: ['/', '/anonymous', '/signed-in', '/link', '/prices', '/pay'],
  tools: ['/configurator', '/themes', '/languages'],
  hosts: ['/hosts', '/hosts/hostile-styles', '/hosts/strict-policy', '/hosts/turbo', '/hosts/several', '/hosts/frame'],
  docs: ['/docs/', '/docs/embedding', '/docs/deploy'],
};

for (const path of Object.values(pages).flatMap((paths) => sampleOf(paths, 1))) {
  test(`${path} passes axe in light and dark, fits 320 pixels, and logs no error`, async ({ page, stack }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(`${stack.site}${path}`);
    await page.emulateMedia({ colorScheme: 'light' });
    // What a page opens by itself may be there a moment later. A check takes a busy machine long, so its end is no deadline.
    await expect(async () => expect(await violationsOf(page)).toEqual([])).toPass();
    // All other rules have the same result in both schemes, and take most of the time.
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsOf(page, { rules: ['color-contrast'] })).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
    expect(errors).toEqual([]);
  });
}

test('the first Tab focuses a link that skips the navigation', async ({ page, stack }) => {
  await page.goto(`${stack.site}/hosts`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});

test('on a phone the navigation shows the current page', async ({ page, stack }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  for (const [path, name] of [
    ['/', 'Demo'],
    ['/configurator', 'Configurator'],
    ['/docs/forms', 'Docs'],
  ] as const) {
    await page.goto(`${stack.site}${path}`);
    const link = page.getByRole('navigation', { name: 'Demo' }).getByRole('link', { name, exact: true });
    await expect(link, path).toBeInViewport({ ratio: 1 });
  }
});

test('every documentation page is served with its heading', async ({ request, stack }) => {
  for (const path of docsPaths()) {
    const response = await request.get(`${stack.site}${path}`);
    expect(response.status(), path).toBe(200);
    expect(await response.text(), path).toMatch(/<main[^>]*><h1 id=/);
  }
});

test('the search of the docs finds a setting', async ({ page, stack }) => {
  await page.goto(`${stack.site}/docs/`);
  await page.getByRole('searchbox', { name: 'Search the docs' }).pressSequentially('retentionDays');
  const results = page.getByRole('search').getByRole('link');
  await results.filter({ hasText: 'Proxy configuration' }).click();
  await expect(page).toHaveURL(/\/docs\/reference#proxy-configuration$/);
  await expect(page.getByRole('heading', { name: 'Proxy configuration' })).toBeInViewport();

  // No section has all of these words.
  await page.getByRole('searchbox').fill('which of two greetings brings more leads');
  await expect(results.first()).toContainText('Experiments');

  await page.getByRole('searchbox').fill('zyzzyva');
  await expect(page.getByText('Nothing found. Try fewer or other words.')).toBeVisible();
});

test('on a phone the list of all pages of the docs is closed at first', async ({ page, stack }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${stack.site}/docs/forms`);
  const link = page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Getting started' });
  await expect(link).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Forms and consent', level: 1 })).toBeInViewport();
  await page.getByText('All pages').click();
  await link.click();
  await expect(page).toHaveURL(/\/docs\/getting-started$/);
});

test('the buttons of the home page open its chat', async ({ page, stack }) => {
  await page.goto(stack.site);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await page.getByRole('button', { name: 'Ask us anything' }).click();
  await expect(page.getByRole('dialog', { name: 'Northlight Dental' })).toBeVisible();
});
