import { readFile } from 'node:fs/promises';
import { parseCsv } from '../../test/support/parse-csv.ts';
import { violationsOf } from '../support/axe.ts';
import { expect, test } from '../support/stack.ts';
import { operatorToken } from '../support/start-stack.ts';
import { Visitor } from '../support/visitor.ts';

test('an administrator downloads the leads of a search, and reads one on a phone', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.leaveLead({ phone: '(415) 555-2695', firstName: '=1+1' });
  await stack.leadOnFile('14155552695');

  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stack.proxy.url}/admin`);
  await page.getByLabel('Your token').fill(operatorToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Leads by state' }).getByRole('button', { name: /^All/ }).click();
  // The task first: a lead is on the first screen.
  await expect(page.getByRole('list', { name: 'Leads' }).getByRole('listitem').first()).toBeInViewport({ ratio: 1 });
  await page.getByRole('searchbox', { name: 'Search' }).fill('5552695');
  const inList = page.getByRole('list', { name: 'Leads' }).getByRole('button', { name: /=1\+1/ });
  await expect(inList).toHaveCount(1);

  const download = page.waitForEvent('download');
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^leads-all-\d{4}-\d\d-\d\d\.csv$/);
  const records = parseCsv(await readFile(await file.path(), 'utf8'));
  expect(records).toMatchObject([{ first_name: "'=1+1", phone: '(+1) 415 555 2695', tags: 'website, first_visit' }]);
  await expect(page.getByRole('status')).toHaveText(`Saved as ${file.suggestedFilename()}.`);
  expect(urls.filter((url) => url.includes('5552695'))).toEqual([]);

  await inList.click();
  const details = page.getByRole('region', { name: 'Lead =1+1' });
  await expect(details).toBeFocused();
  await expect(details).toBeInViewport();
  await expect(page.getByRole('list', { name: 'Leads' })).toBeHidden();
  await expect(page.getByRole('searchbox')).toBeHidden();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(details.getByRole('button', { name: 'Back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(inList).toBeFocused();
  await expect(details).toBeHidden();
});

test('an operator sees on a phone which tab is open, also after an address has opened it', async ({ page, stack }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stack.proxy.url}/admin#/audit`);
  await page.getByLabel('Your token').fill(operatorToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const tabs = page.getByRole('navigation', { name: 'Sections' });
  // A row scrolls by whole pixels, so a fraction of one may be cut off at its end.
  await expect(tabs.getByRole('button', { name: 'Audit' })).toBeInViewport({ ratio: 0.95 });
  await page.goto(`${stack.proxy.url}/admin#/leads`);
  await expect(tabs.getByRole('button', { name: /^Leads/ })).toBeInViewport({ ratio: 0.95 });
});
