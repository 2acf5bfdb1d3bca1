import { expect, test } from '../support/stack.ts';

test('a visitor copies a message by mouse and by keyboard, also if the page may not use the clipboard', async ({
  page,
  context,
  stack,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.clock.install({ time: '2026-11-19T10:00:00-08:00' });
  await page.goto(`${stack.site}/anonymous.html`);
  await page.getByRole('button', { name: 'Open chat' }).click();
  const dialog = page.getByRole('dialog');
  const log = page.getByRole('log', { name: 'Conversation' });
  // Wait for the agent's welcome, not the greeting above it: a message sent earlier would appear above the welcome.
  await expect(log).toContainText('good to have you here');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('My order is 4711');
  await page.keyboard.press('Enter');
  await expect(log).toContainText('When would suit you best?');

  // What came of copying is shown for seconds, so the clock stands.
  await page.clock.pauseAt('2026-11-19T12:00:00-08:00');
  await log.getByText('My order is 4711').hover();
  const copy = dialog.getByRole('button', { name: 'Copy message: My order is 4711' });
  await copy.click();
  await expect(dialog.getByRole('status').getByText('Copied')).toBeAttached();
  expect(await clipboard()).toBe('My order is 4711');

  // By keyboard the menu copies the conversation. Nobody reads buttons of messages with it.
  await page.mouse.move(10, 10);
  await dialog.getByRole('textbox', { name: 'Message' }).focus();
  await expect(dialog.getByRole('button', { name: /^Copy message/ })).toHaveCount(0);
  // As on a page whose permissions policy forbids the clipboard.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });
  await dialog.getByRole('button', { name: 'Menu' }).press('Enter');
  await dialog.getByRole('button', { name: 'Copy transcript' }).press('Enter');
  await expect.poll(clipboard).toMatch(/· .*\nHi there[\s\S]*\nYou · .*\nMy order is 4711\n/);
  await expect(dialog.getByRole('status').getByText('Copied')).toBeAttached();
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toBeFocused();
});
