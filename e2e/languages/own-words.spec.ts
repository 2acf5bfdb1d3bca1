import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

test('one tag has title and greeting in several languages, and the visitor switches the language, in every tab', async ({
  page,
  site,
}) => {
  const title = JSON.stringify({ en: 'Northlight Dental', de: 'Nordlicht' });
  const greeting = JSON.stringify({ en: 'Good morning.', de: 'Guten Morgen.' });
  await page.goto(site.put('/several', hostPage({ head: tagOf(site, { title, greeting }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.dialog.getByRole('heading', { name: 'Good morning.' })).toBeVisible();
  const otherTab = await page.context().newPage();
  await otherTab.goto(page.url());
  const other = new Visitor(otherTab);
  await other.openChat();
  await expect(other.dialog.getByRole('heading', { name: 'Good morning.' })).toBeVisible();
  await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
  await visitor.dialog.getByRole('combobox', { name: 'Language' }).selectOption('de');
  const german = page.getByRole('dialog', { name: 'Nordlicht' });
  await expect(german.getByRole('heading', { name: 'Guten Morgen.' })).toBeVisible();
  await expect(german.getByRole('heading', { name: 'Nordlicht' })).toBeVisible();
  await expect(otherTab.getByRole('dialog', { name: 'Nordlicht' })).toBeVisible();
});

test('a page replaces texts, also for visitors with another language, and plurals follow the rules of each language', async ({
  page,
  site,
}) => {
  const texts = {
    startChat: 'Ask us now',
    formIntro: 'We ring back.',
    charactersOver: { one: 'one letter over', other: '{count} letters over' },
  };
  await page.goto(
    site.put(
      '/',
      hostPage({ head: tagOf(site, { locale: 'en', leadForm: 'optional', texts: JSON.stringify(texts) }) }),
    ),
  );
  const visitor = new Visitor(page);
  const { dialog } = visitor;
  await visitor.openChat();
  await expect(dialog).toContainText('We ring back.');
  await expect(dialog.getByRole('button', { name: 'Ask us now' })).toBeVisible();
  await expect(dialog.getByLabel('First name')).toBeVisible();
  await dialog.getByRole('button', { name: 'Skip' }).click();
  await expect(visitor.log).toContainText('good to have you here');
  const over = async (count: number) => {
    await dialog.locator('.composer textarea').fill('x'.repeat(8000 + count));
    return dialog.locator('.composer').getByRole('alert').textContent();
  };
  expect(await over(1)).toBe('one letter over');
  expect(await over(2)).toBe('2 letters over');

  const speak = async (language: string) => {
    await page.evaluate((locale) => Object(window).LeadChat.update({ texts: {}, locale }), language);
    await expect(dialog).toHaveAttribute('lang', language);
  };
  await speak('pl');
  const polish = [await over(1), await over(2), await over(5)];
  expect(new Set(polish.map((text) => text?.replace(/\d+/, ''))).size).toBe(3);
  await speak('ar');
  const arabic = [await over(1), await over(2), await over(3), await over(11)];
  expect(new Set(arabic.map((text) => text?.replace(/\p{N}+/u, ''))).size).toBe(4);

  await dialog.locator('[aria-controls=menu]').click();
  await dialog.locator('.menu select').selectOption('de');
  await expect(dialog).toHaveAttribute('lang', 'de');
  await expect(dialog).toHaveAttribute('dir', 'ltr');
  await expect(dialog.getByRole('textbox', { name: 'Nachricht' })).toBeVisible();
});
