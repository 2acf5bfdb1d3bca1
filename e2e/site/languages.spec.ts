import { createTranslator, languageNames, loadTexts } from '../../src/i18n/index.ts';
import { sampleOf } from '../../test/support/sample.ts';
import { expect, test } from '../support/stack.ts';

test('every language can be chosen by its native name, and is in the URL of the page', async ({ page, stack }) => {
  await page.goto(`${stack.site}/languages`);
  const chat = page.frameLocator('iframe');
  for (const [code, name] of sampleOf(Object.entries(languageNames), 2)) {
    await page.getByRole('radio', { name }).check();
    const startChat = createTranslator(code, await loadTexts(code)).t('startChat');
    await expect(chat.getByRole('button', { name: startChat, exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Code' }).locator('pre')).toContainText(`data-locale="${code}"`);
  }
  await page.getByRole('radio', { name: 'עברית' }).check();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'עברית' })).toBeChecked();
  await expect(chat.getByRole('dialog')).toHaveAttribute('dir', 'rtl');
  await expect(chat.locator('html')).toHaveAttribute('dir', 'rtl');
});
