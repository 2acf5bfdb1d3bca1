import type { Page } from 'playwright/test';
import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('the whole journey works by keyboard alone: open, form, chat, menu, close, and on through the page', async ({
  page,
  stack,
}) => {
  const visitor = new Visitor(page);
  const { dialog } = visitor;
  await page.goto(stack.site);
  const bubble = page.getByRole('button', { name: 'Open chat' });
  await expect(bubble).toBeVisible();
  await tabTo(page, () => bubble.evaluate((element) => element.matches(':focus')));
  await page.keyboard.press('Enter');

  // Opening moves the focus to the first control to use.
  await expect(visitor.phone).toBeFocused();
  await page.keyboard.type('(415) 555-26');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('First name')).toBeFocused();
  await expect(visitor.phone).toHaveAccessibleDescription(/Two digits are missing/);
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Last name')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Start chat' })).toBeFocused();

  // Enter in a field submits, and an error moves the focus to the invalid field.
  await page.keyboard.press('Enter');
  await expect(visitor.phone).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('81');
  await page.keyboard.press('Enter');
  const message = dialog.getByRole('textbox', { name: 'Message' });
  await expect(message).toBeFocused();
  await page.keyboard.type('Anything on Thursday?');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('After four');
  await page.keyboard.press('Enter');
  await expect(visitor.log).toContainText('Happy to find you a time');
  await expect(message).toBeFocused();
  await expect(message).toHaveValue('');

  await expect(visitor.log).toHaveJSProperty('tabIndex', 0);
  const menu = dialog.getByRole('button', { name: 'Menu' });
  await tabTo(page, () => menu.evaluate((element) => element.matches(':focus')), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'New conversation' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'New conversation' })).toBeHidden();
  await expect(dialog).toBeVisible();

  // There is no focus trap: Tab continues into the page behind the panel.
  await tabTo(page, () =>
    page
      .getByRole('link')
      .first()
      .evaluate(() => document.activeElement?.tagName === 'A'),
  );
  await menu.focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(bubble).toBeFocused();
});

test('in a full-screen panel Tab stays inside, and Escape closes it and restores the focus', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  const bubble = page.getByRole('button', { name: 'Open chat' });
  await bubble.focus();
  await page.keyboard.press('Enter');
  await expect(visitor.phone).toBeFocused();
  await expect(visitor.dialog).toHaveAttribute('aria-modal', 'true');
  await expect(visitor.dialog.getByRole('combobox', { name: 'Country' })).toBeAttached();
  const reached = new Set<string>();
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab');
    const focused = visitor.dialog.locator(':focus');
    await expect(focused).toHaveCount(1);
    reached.add(
      await focused.evaluate((element) => element.getAttribute('aria-label') ?? element.getAttribute('name') ?? ''),
    );
  }
  expect([...reached]).toEqual(expect.arrayContaining(['Menu', 'Close chat', 'Country', 'phone', 'email']));
  await page.keyboard.press('Escape');
  await expect(visitor.dialog).toBeHidden();
  await expect(bubble).toBeFocused();
});

/** Presses a key until an element has the focus, up to a limit. */
async function tabTo(page: Page, isThere: () => Promise<boolean>, key = 'Tab'): Promise<void> {
  for (let press = 0; press < 60; press++) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  expect(await isThere()).toBe(true);
}
