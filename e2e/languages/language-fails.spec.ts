import { visitWithOwnScript } from '../support/own-script.ts';
import { expect, test } from '../support/stack.ts';

const isGerman = (url: URL) => /\/assets\/de-/.test(url.pathname);

// English texts were shown under lang="de", and read aloud with a German voice.
test('a language that fails to load leaves English texts that are called English, and comes at a later attempt', async ({
  page,
  stack,
}) => {
  await page.route(isGerman, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => isGerman(new URL(request.url())));
  await visitWithOwnScript(page, stack, { locale: 'de', leadForm: 'off' });
  await page.getByRole('button', { name: 'Chat öffnen' }).click();
  await failed;
  const dialog = page.getByRole('dialog', { name: 'Northlight Dental' });
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(dialog).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('button', { name: 'Close chat' })).toHaveAttribute('lang', 'en');

  await page.unroute(isGerman);
  // The pauses between the attempts grow up to a minute.
  await expect(dialog.getByRole('textbox', { name: 'Nachricht' })).toBeVisible({ timeout: 120_000 });
  await expect(dialog).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('button', { name: 'Chat schließen' })).toHaveAttribute('lang', 'de');
});
