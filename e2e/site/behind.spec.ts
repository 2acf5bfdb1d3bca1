import type { Page } from 'playwright/test';
import { leadsKey } from '../../src/options/index.ts';
import { noViolations, violationsInBothSchemes } from '../support/axe.ts';
import { servedTest as test } from '../support/served-test.ts';
import { expect } from '../support/stack.ts';

test('a lead survives a proxy that is down, in the browser', async ({ page, demo }) => {
  await open(page, demo.site);
  await page.getByRole('button', { name: 'Proxy down' }).click();
  await expect(lane(page, 'Proxy: delivery')).toContainText('The proxy is down.');
  await leaveLead(page, '(415) 555-2601');
  await expect(lane(page, 'Stored in this browser')).toContainText(leadsKey);
  await expect(lane(page, 'Service: what arrived')).not.toContainText('14155552601');

  await page.getByRole('button', { name: 'Repair everything' }).click();
  await expect(entry(page, 'Proxy: delivery', '+14155552601')).toContainText('delivered');
  await expect(entry(page, 'Service: what arrived', '+14155552601')).toContainText('journey: 1 enrolment');
});

test('a lead survives a service that is down, in the proxy', async ({ page, demo }) => {
  await open(page, demo.site);
  const isDown = page.waitForResponse('**/demo/faults');
  await page.getByRole('button', { name: 'Service down' }).click();
  await isDown;
  await leaveLead(page, '(415) 555-2602');
  await expect(entry(page, 'Proxy: delivery', '+14155552602')).toContainText('create pending');

  await page.getByRole('button', { name: 'Repair everything' }).click();
  // On a slow machine the proxy may have tried twice by then, and waits for two minutes.
  await expect(entry(page, 'Proxy: delivery', '+14155552602')).toContainText('delivered', { timeout: 200_000 });
});

test('a message survives being offline and a cut socket', async ({ page, demo }) => {
  await open(page, demo.site);
  await leaveLead(page, '(415) 555-2603');
  const traffic = lane(page, 'This page’s traffic');
  await page.getByRole('button', { name: 'Offline' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Are you there?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Are you there?');
  await expect(traffic).not.toContainText('Are you there?');
  await page.getByRole('button', { name: 'Offline' }).click();
  await expect(traffic).toContainText('"content":"Are you there?"');

  await page.getByRole('button', { name: 'Cut the socket' }).click();
  await expect(traffic).toContainText('/r/true');
  await page.getByRole('textbox', { name: 'Message' }).fill('And now?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(traffic).toContainText('"content":"And now?"');
});

test('the page passes axe in light and dark, and fits 320 pixels', async ({ page, demo }) => {
  await open(page, demo.site);
  await leaveLead(page, '(415) 555-2604');
  await expect(entry(page, 'Proxy: delivery', '+14155552604')).toContainText('delivered');
  await page.getByRole('button', { name: 'Slow service' }).click();
  expect(await violationsInBothSchemes(page, { exclude: '#chat' })).toEqual(noViolations);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: 'Repair everything' }).click();
  await expect(page.getByRole('button', { name: 'Slow service' })).toHaveAttribute('aria-pressed', 'false');
});

test('other pages of the browser cannot break the demo, and a wrong fault is explained', async ({ request, demo }) => {
  const foreign = await request.post(`${demo.site}/demo/faults`, {
    headers: { 'sec-fetch-site': 'cross-site' },
    data: { fault: 'proxy', isOn: true },
  });
  expect(foreign.status()).toBe(403);
  const wrong = await request.post(`${demo.site}/demo/faults`, { data: { fault: 'fire' } });
  expect(wrong.status()).toBe(400);
  expect((await wrong.json()).message).toContain('"service" or "slow" or "proxy"');
});

async function open(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/behind`);
  await expect(page.getByLabel('Phone')).toBeVisible();
}

async function leaveLead(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Phone').pressSequentially(phone);
  await page.getByRole('button', { name: 'Start chat' }).click();
  await expect(page.getByRole('log', { name: 'Conversation' })).toBeVisible();
}

function lane(page: Page, name: string) {
  return page.getByRole('region', { name });
}

function entry(page: Page, name: string, text: string) {
  return lane(page, name).locator('.entry', { hasText: text });
}
