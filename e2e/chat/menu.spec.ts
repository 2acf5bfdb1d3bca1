import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright/test';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

// Its distance from the top was fixed, so it covered the connection's state under a title that wraps.
test('the menu opens below the header, and can be scrolled in a low window', async ({ page, site }) => {
  const title = 'Northlight Dental Practice and Orthodontics San Francisco';
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off', title }) })));
  await page.getByRole('button', { name: 'Open chat' }).click();
  const panel = page.getByRole('dialog', { name: title });
  await expect(panel.getByText('Online')).toBeVisible();
  await panel.getByRole('button', { name: 'Menu' }).click();
  const isUncovered = (target: Locator) =>
    target.evaluate((element) => {
      const { left, bottom } = element.getBoundingClientRect();
      const root = element.getRootNode();
      return root instanceof ShadowRoot && root.elementFromPoint(left + 2, bottom - 2) === element;
    });
  expect(await isUncovered(panel.getByText('Online'))).toBe(true);

  await page.setViewportSize({ width: 640, height: 300 });
  const remove = panel.getByRole('button', { name: 'Delete my data' });
  await remove.scrollIntoViewIfNeeded();
  await expect(remove).toBeInViewport({ ratio: 1 });
});

test('the menu saves the conversation as a text file, starts a new conversation, and deletes all stored data', async ({
  page,
  site,
}) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const visitor = new Visitor(page);
  const { log, dialog } = visitor;
  const menu = dialog.getByRole('button', { name: 'Menu' });
  await visitor.leaveLead({ phone: '(415) 555-2696', firstName: 'Ada' });
  await expect(log).toContainText('Hi Ada');
  await visitor.say('My <b>tooth</b> hurts');
  await expect(log).toContainText('Thank you');
  const first = await visitor.storedSession(site.flow);

  await menu.click();
  await expect(dialog.getByRole('button', { name: 'New conversation' })).toBeFocused();
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download transcript' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('chat.txt');
  const text = await readFile(await saved.path(), 'utf8');
  expect(text).toMatch(
    /^Nora · .+\nHi Ada, good to have you here! What can we do for you\?\n\nYou · .+\nMy <b>tooth<\/b> hurts\n\nNora · .+\nThank you/,
  );

  await menu.click();
  await dialog.getByRole('button', { name: 'New conversation' }).click();
  await expect(log.getByText('tooth')).toHaveCount(0);
  await expect(log).toContainText('Hi Ada');
  await expect.poll(() => visitor.storedSession(site.flow)).not.toBe(first);

  await menu.click();
  await dialog.getByRole('button', { name: 'Delete my data' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expect(dialog.getByText('Everything stored in this browser has been deleted.')).toHaveCount(0);
  await menu.click();
  await dialog.getByRole('button', { name: 'Delete my data' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByText('Everything stored in this browser has been deleted.')).toBeVisible();
  const stored = await page.evaluate(async () => [
    Object.keys(localStorage),
    Object.keys(sessionStorage),
    document.cookie,
    await indexedDB.databases(),
  ]);
  expect(stored).toEqual([[], [], '', []]);

  await page.reload();
  await visitor.openChat();
  await expect(visitor.phone).toHaveValue('');
});

test('the menu closes when the visitor clicks in the page, and with the panel', async ({ page, site }) => {
  const body = '<h1>Prices</h1><button onclick="event.stopPropagation()">Page</button>';
  await page.goto(site.put('/dismissal', hostPage({ head: tagOf(site, { leadForm: 'off' }), body })));
  const visitor = new Visitor(page);
  const item = visitor.dialog.getByRole('button', { name: 'New conversation' });
  const openMenu = async () => {
    await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
    await expect(item).toBeVisible();
  };
  await visitor.openChat();
  await expect(visitor.log).toContainText('good to have you here');
  for (const place of [page.getByRole('heading', { name: 'Prices' }), page.getByRole('button', { name: 'Page' })]) {
    await openMenu();
    await place.click();
    await expect(item).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Page' })).toBeFocused();
  await openMenu();
  await page.getByRole('button', { name: 'Close chat' }).click();
  await visitor.openChat();
  await expect(item).toHaveCount(0);
});

// Cause: a popover that leaves the document closes without an event, and the button still said that it was open.
test('the menu is closed when the page moves the widget, and opens again', async ({ page, site }) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  await page.getByRole('button', { name: 'Open chat' }).click();
  const button = page.getByRole('button', { name: 'Menu' });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.evaluate(() => {
    const widget = document.querySelector('leadchat-widget');
    if (widget !== null) document.body.prepend(widget);
  });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('button', { name: 'New conversation' })).toHaveCount(0);
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('button', { name: 'New conversation' })).toBeFocused();
});

// Cause: the form's styles, which come with the form, named parts of the menu, too.
test('the question before deleting looks the same beside a form, also from right to left', async ({ page, site }) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'later', locale: 'he' }) })));
  const panel = page.getByRole('dialog');
  const items = panel.locator('#menu button');
  const readLook = async () => {
    await panel.locator('[popovertarget=menu]').click();
    await items.last().click();
    await expect(items).toHaveCount(2);
    const look = await panel.locator('#menu div:has(> button.danger)').evaluate((element) => {
      const { width, height } = element.getBoundingClientRect();
      const { padding, gap, borderWidth, minHeight, cursor } = getComputedStyle(element);
      return { width, height, padding, gap, borderWidth, minHeight, cursor };
    });
    await items.last().click();
    return look;
  };
  await page.evaluate(() => Object(window).LeadChat.open());
  const before = await readLook();
  await page.evaluate(() => Object(window).LeadChat.showForm());
  await expect(panel.locator('form')).toBeVisible();
  expect(await readLook()).toEqual(before);
});
