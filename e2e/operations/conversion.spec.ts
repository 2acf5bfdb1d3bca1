import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { parseCsv } from '../../test/support/parse-csv.ts';
import { noViolations, violationsInBothSchemes, violationsOf } from '../support/axe.ts';
import { fetchFor } from '../support/fetch-for.ts';
import { expect, testWith } from '../support/stack.ts';
import { operatorToken } from '../support/start-stack.ts';
import { Visitor } from '../support/visitor.ts';

/** A stack of its own: what visitors of other journeys do is counted, too. */
const test = testWith({});

async function leavePage(page: Page): Promise<void> {
  await page.goto('about:blank');
}

async function openDashboard(page: Page, proxy: string): Promise<void> {
  await page.goto(`${proxy}/admin`);
  await page.getByLabel('Your token').fill(operatorToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Conversion' }).click();
}

test('an operator sees that nobody has used the chat yet', async ({ page, stack }) => {
  await page.goto(stack.site);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await leavePage(page);
  await openDashboard(page, stack.proxy.url);
  await expect(page.getByText(/Nobody has used the chat in this time/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});

test('an operator sees which page brings leads, and at which field a visitor has stopped', async ({
  page,
  browser,
  stack,
}) => {
  const openedCount = async () => {
    const metrics = await (await fetch(`${stack.proxy.url}/metrics`)).text();
    return Number(/^leadchat_funnel_total\{form="default",stage="opened"\} (\d+)$/m.exec(metrics)?.[1]);
  };

  // One visitor stops at the email address.
  await page.goto(`${stack.site}/?utm_source=news`);
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-26', email: 'ada@example.com' });
  await leavePage(page);
  await expect.poll(openedCount).toBe(1);

  // Another one, in another browser, leaves a lead and chats.
  const otherBrowser = await browser.newContext();
  const other = new Visitor(await otherBrowser.newPage());
  await other.page.goto(stack.site);
  await other.leaveLead({ phone: '(415) 555-2691', firstName: 'Grace' });
  await other.say('My tooth hurts');
  await expect(other.log).toContainText('Thank you');
  await other.page.close({ runBeforeUnload: true });
  await expect.poll(openedCount).toBe(2);
  await otherBrowser.close();

  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await openDashboard(page, stack.proxy.url);
  const visitors = page.getByRole('region', { name: 'Visitors', exact: true });
  await expect(visitors.getByRole('listitem').filter({ hasText: 'Opened the chat' })).toContainText('2');
  await expect(visitors.getByRole('listitem').filter({ hasText: 'Became a lead' })).toContainText('150%');
  await expect(visitors.getByRole('listitem').filter({ hasText: 'Got an answer' })).toContainText('150%');
  const fields = page.getByRole('region', { name: 'Fields where visitors stop', exact: true });
  await expect(fields.getByRole('row', { name: 'Email 1 0' })).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual(noViolations);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await violationsOf(page)).toEqual([]);

  const byPage = page.getByRole('region', { name: 'By page', exact: true });
  const download = page.waitForEvent('download');
  await byPage.getByRole('button', { name: 'Download CSV: By page' }).click();
  const records = parseCsv(await readFile(await (await download).path(), 'utf8'));
  expect(records).toMatchObject([{ page: '/', visitors_opened: '2', leads_accepted: '1' }]);

  // A number opens its list, by the keyboard, too.
  const number = byPage.getByRole('button', { name: '/, accepted: 1, show them' });
  await number.press('Enter');
  await expect(page.getByText(/^You came from By page, \/, accepted: 1\./)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(number).toBeFocused();
  await number.press('Enter');
  await expect(page.getByRole('list', { name: 'Leads' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Leads' })).toContainText('Grace');
  await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('/');
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole('list', { name: 'Leads' }).getByRole('button', { name: /Grace/ }).click();
  const details = page.getByRole('region', { name: 'Lead Grace' });
  await expect(details).toContainText('Where they came from');
  expect(await violationsOf(page)).toEqual([]);
  await details.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('textbox', { name: 'Page' }).fill('/prices');
  await page.getByRole('textbox', { name: 'Page' }).press('Enter');
  await expect(page.getByText('No lead matches these filters.')).toBeVisible();
  expect(errors).toEqual([]);
});

test('the numbers of the same days before stand beside those of now, also on a narrow phone', async ({
  page,
  stack,
}) => {
  // The numbers of both spans: no visitor of this journey can have come in the past.
  await page.route('**/admin/api/funnel?*', async (route) => {
    const response = await fetchFor(route);
    const numbers = await response.json();
    const stages = ['opened', 'form-started', 'form-sent', 'accepted', 'message', 'answered'];
    for (const stage of stages) numbers.total.visits[stage] = 123_456;
    await route.fulfill({ response, json: numbers });
  });
  await openDashboard(page, stack.proxy.url);
  const visitors = page.getByRole('region', { name: 'Visitors', exact: true });
  await expect(visitors.getByText('123,456 before, 100%')).toHaveCount(5);
  for (const width of [1280, 700, 320]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    for (const item of await visitors.getByRole('listitem').all()) {
      const card = await visitors.boundingBox();
      const before = await item.getByText(/before/).boundingBox();
      if (card === null || before === null) throw new Error('nothing is shown');
      expect(before.x).toBeGreaterThanOrEqual(card.x);
      expect(before.x + before.width).toBeLessThanOrEqual(card.x + card.width);
    }
  }
  expect(await violationsOf(page)).toEqual([]);
});

test('an operator learns that the numbers cannot be loaded, and tries again', async ({ page, stack }) => {
  await page.route('**/admin/api/funnel?*', (route) => route.abort());
  await openDashboard(page, stack.proxy.url);
  await expect(page.getByText('The numbers could not be loaded.')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.unroute('**/admin/api/funnel?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The numbers could not be loaded.')).toBeHidden();
});
