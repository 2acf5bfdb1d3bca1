import { randomUUID } from 'node:crypto';
import { noViolations, violationsInBothSchemes } from '../support/axe.ts';
import { expect, testWith } from '../support/stack.ts';
import { operatorToken } from '../support/start-stack.ts';

/** A stack of its own, because the journey erases all leads with a cause. */
const test = testWith({});

test('an administrator erases the leads of bots, and closes some that are selected', async ({ page, stack }) => {
  for (let bot = 0; bot < 5; bot++) {
    const response = await fetch(`${stack.proxy.url}/leads`, {
      method: 'POST',
      headers: { origin: stack.site, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        form: 'default',
        fields: { phone: `+1415555267${bot}`, first_name: `Bot ${bot}`, last_name: 'B', email: 'bot@example.com' },
        website: 'https://spam.example',
      }),
    });
    expect(response.status).toBe(202);
  }
  await page.goto(`${stack.proxy.url}/admin`);
  await page.getByLabel('Your token').fill(operatorToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const leads = page.getByRole('list', { name: 'Leads' }).getByRole('listitem');
  await page.getByRole('button', { name: /^Suspected spam/ }).click();
  await expect(leads).toHaveCount(5);

  await page.getByRole('checkbox', { name: 'Select Bot 3 B' }).check();
  await expect(page.getByRole('button', { name: 'Close selected' })).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual(noViolations);
  await page.getByRole('button', { name: 'Close selected' }).click();
  await expect(page.getByRole('dialog')).toContainText('This is for 1 lead.');
  await page.getByRole('dialog').getByRole('button', { name: 'Close all' }).click();
  await expect(page.getByRole('status')).toHaveText('1 lead closed.');
  await expect(leads).toHaveCount(4);

  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Cause').selectOption({ label: 'Hidden field filled in (4)' });
  await page.getByRole('checkbox', { name: 'Select all that are listed' }).check();
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Erase selected' }).click();
  await expect(page.getByRole('dialog')).toContainText('This is for 4 leads.');
  await page.getByRole('dialog').getByRole('button', { name: 'Erase all' }).click();
  await expect(page.getByRole('status')).toHaveText('4 leads erased.');
  await expect(page.getByText('No leads in this state.')).toBeVisible();
});
