import type { Page } from 'playwright/test';
import { visitWithOwnScript } from '../support/own-script.ts';
import { expect, test } from '../support/stack.ts';

const update = (page: Page, options: Record<string, unknown>) =>
  page.evaluate((changed) => Object(window).LeadChat.update(changed), options);

test('options change while the widget runs, and the typed text stays', async ({ page, stack }) => {
  await visitWithOwnScript(page, stack, {});
  await page.getByRole('button', { name: 'Open chat' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Ada');
  await update(page, { title: 'Night desk', greeting: 'Good evening.', theme: 'dark', color: '#0a7d4f' });
  await expect(page.getByRole('dialog', { name: 'Night desk' })).toContainText('Good evening.');
  const scheme = () =>
    page.evaluate(() => {
      const layer = document.querySelector('leadchat-widget')?.shadowRoot?.querySelector('.layer');
      return layer == null ? '' : getComputedStyle(layer).colorScheme;
    });
  await expect.poll(scheme).toBe('dark');
  await update(page, { locale: 'de', texts: { startChat: 'Los' } });
  await expect(dialog.getByRole('button', { name: 'Los', exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Vorname')).toHaveValue('Ada');
  await update(page, { launcher: 'none' });
  await expect(page.getByRole('button', { name: 'Chat schließen' })).toBeHidden();

  await page.evaluate(() => Object(window).LeadChat.hide());
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => Object(window).LeadChat.getState())).toMatchObject({ open: false, hidden: true });
  await page.evaluate(() => Object(window).LeadChat.open());
  await expect(dialog.getByLabel('Vorname')).toHaveValue('Ada');

  await update(page, { open: false });
  await expect(dialog).toBeHidden();
  await update(page, { color: '#b91c1c' });
  await expect(dialog).toBeHidden();
  await update(page, { open: true });
  await expect(dialog.getByLabel('Vorname')).toHaveValue('Ada');
});
