import type { Page } from 'playwright/test';
import { attributeKinds } from '../../src/options/index.ts';
import { expect, test } from '../support/stack.ts';

test('every option has a control with its name', async ({ page, stack }) => {
  await page.goto(`${stack.site}/configurator`);
  const form = page.getByRole('form', { name: 'Options' });
  await expect(form).toBeVisible();
  await form.evaluate((element) => {
    for (const group of element.querySelectorAll('details')) group.open = true;
  });
  for (const name of Object.keys(attributeKinds)) {
    const control = form.getByLabel(name, { exact: true }).or(form.getByRole('group', { name, exact: true }));
    await expect(control.first(), name).toBeVisible();
  }
});

test('choices are in the address, and the preview and the code follow', async ({ page, stack }) => {
  await page.goto(`${stack.site}/configurator`);
  await page.getByLabel('title', { exact: true }).fill('Ask Mia');
  await page.getByRole('region', { name: 'Preview' }).getByRole('radio', { name: 'Phone' }).check();
  await page.getByRole('combobox', { name: 'starters' }).selectOption('a list');
  await page.getByRole('button', { name: 'Add to starters' }).click();
  await page.getByLabel('starters 1', { exact: true }).fill('What does it cost?');

  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('dialog', { name: 'Ask Mia' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Language of the preview' }).selectOption('de');
  await expect(preview.getByRole('button', { name: 'Chat starten' })).toBeVisible();

  const expected = { title: 'Ask Mia', starters: ['What does it cost?'] };
  const { hash } = new URL(page.url());
  expect(JSON.parse(new URLSearchParams(hash.slice(1)).get('options') ?? '')).toEqual(expected);
  await page.reload();
  await expect(page.getByLabel('title', { exact: true })).toHaveValue('Ask Mia');
  await expect(code(page)).toContainText('data-title="Ask Mia"');
});

test('a wrong value is explained as the widget explains it, and another form is shown without a proxy', async ({
  page,
  stack,
}) => {
  const fields = [
    { name: 'phone', type: 'tel' },
    { name: 'pet', label: 'Name of your pet' },
  ];
  const own = `#${new URLSearchParams({ options: JSON.stringify({ avatar: 'me.png', fields }) })}`;
  await page.goto(`${stack.site}/configurator${own}`);
  await expect(page.getByRole('alert')).toHaveText('`avatar` must be an absolute https:// URL, got "me.png".');
  await expect(page.frameLocator('iframe').getByLabel('Name of your pet')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Code' })).toContainText('does not take the value of avatar');
  await page.getByLabel('title', { exact: true }).fill('x'.repeat(400));
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole('alert').first()).toContainText('at most 80 characters');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('texts in many languages fit into the address', async ({ page, stack }) => {
  const greeting = '👋🏽'.repeat(70);
  const starters = Object.fromEntries(
    ['ar', 'he', 'ja', 'zh', 'de', 'fr'].map((code) => [code, Array.from({ length: 6 }, () => '日本語'.repeat(60))]),
  );
  const long = `#${new URLSearchParams({ options: JSON.stringify({ greeting, starters }) })}`;
  expect(long.length).toBeGreaterThan(16_384);
  await page.goto(`${stack.site}/configurator${long}`);
  await expect(page.frameLocator('iframe').getByRole('heading', { name: greeting })).toBeVisible();
  await expect(code(page)).toContainText(greeting);
});

function code(page: Page) {
  return page.getByRole('region', { name: 'Code' }).locator('code');
}
