import type { Page } from 'playwright/test';
import { violationsOf } from '../support/axe.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const both = (en: string, de: string) => ({ en, de });
const fields = [
  { name: 'phone', type: 'tel' },
  { name: 'zip', label: both('ZIP code', 'Postleitzahl'), placeholder: both('5 digits', '5 Ziffern') },
  {
    name: 'topic',
    type: 'select',
    label: both('Topic', 'Thema'),
    options: [{ value: 'pain', label: both('I have pain', 'Ich habe Schmerzen') }],
  },
];
const consent = { text: both('You may call me.', 'Sie dürfen mich anrufen.'), version: '1' };
const widget = {
  title: 'Northlight Dental',
  launcherText: both('Questions?', 'Fragen?'),
  greeting: both('How can we help?', 'Wie können wir helfen?'),
  texts: { startChat: both('Ask us', 'Fragen Sie uns'), formIntro: { ar: 'سنتصل بك.', en: 'We call you.' } },
  starters: [both('Prices?', 'Preise?'), 'FAQ'],
  // So long that it passes only where a journey moves the clock.
  triggers: [{ type: 'delay', seconds: 1_000, everyHours: 0, text: both('May we help?', 'Können wir helfen?') }],
  pages: [{ url: '/de-page', launcherText: both('On this page', 'Auf dieser Seite') }],
};

const test = testOn({ config: { forms: { default: { fields, consent } }, widget } });

const setLanguage = (page: Page, lang: string) =>
  page.evaluate((next) => {
    document.documentElement.lang = next;
  }, lang);

test('every text of the page and of the form follows the language, and what was typed stays', async ({
  page,
  site,
}) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const visitor = new Visitor(page);
  await page.getByRole('button', { name: 'Questions? Open chat' }).click();
  const { dialog } = visitor;
  await dialog.getByLabel('ZIP code').fill('94110');
  await expect(dialog.getByPlaceholder('5 digits')).toBeVisible();
  await dialog.getByLabel('Topic').selectOption({ label: 'I have pain' });
  await expect(dialog.getByRole('checkbox', { name: 'You may call me.' })).toBeVisible();
  await expect(dialog).toContainText('We call you.');

  await dialog.getByRole('button', { name: 'Menu' }).click();
  await dialog.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.getByRole('button', { name: 'Fragen? Chat schließen' })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Wie können wir helfen?' })).toBeVisible();
  await expect(dialog.getByLabel('Postleitzahl')).toHaveValue('94110');
  await expect(dialog.getByPlaceholder('5 Ziffern')).toBeVisible();
  await expect(dialog.getByLabel('Thema')).toHaveValue('pain');
  await expect(dialog.getByLabel('Thema')).toContainText('Ich habe Schmerzen');
  await expect(dialog.getByRole('button', { name: 'Fragen Sie uns' })).toBeVisible();
  expect(await violationsOf(page, { include: 'leadchat-widget' })).toEqual([]);

  await dialog.getByLabel('Telefon').pressSequentially('(415) 555-2681');
  await dialog.getByRole('checkbox', { name: 'Sie dürfen mich anrufen.' }).check();
  await dialog.getByRole('button', { name: 'Fragen Sie uns' }).click();
  await expect(dialog.getByRole('button', { name: 'Preise?' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'FAQ' })).toBeVisible();
  await expect
    .poll(async () => (await site.state()).leads.find(({ phone }) => phone === '14155552681'))
    .toMatchObject({ zip: '94110', topic: 'pain', consent_locale: 'de' });
});

test('the closed widget follows the language of the page, and so does its teaser', async ({ page, site }) => {
  await page.clock.install();
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  await expect(page.getByRole('button', { name: 'Questions? Open chat' })).toBeVisible();
  await setLanguage(page, 'de');
  await expect(page.getByRole('button', { name: 'Fragen? Chat öffnen' })).toBeVisible();
  expect(await page.evaluate(() => Object(window).LeadChat.getState().loaded)).toBe(false);
  await page.clock.fastForward(1_001_000);
  await expect(page.getByRole('button', { name: 'Können wir helfen?' })).toBeVisible();
  await setLanguage(page, 'en');
  await expect(page.getByRole('button', { name: 'May we help?' })).toBeVisible();
  await page.evaluate(() => Object(window).LeadChat.setLocale('de'));
  await expect(page.getByRole('button', { name: 'Können wir helfen?' })).toBeVisible();
  await page.evaluate(() => history.pushState({}, '', '/de-page'));
  await expect(page.getByRole('button', { name: 'Auf dieser Seite Chat öffnen' })).toBeVisible();
});

test('from right to left, own texts without a translation keep their direction', async ({ page, site }) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site), htmlAttributes: 'lang="ar" dir="rtl"' })));
  await page.getByRole('button', { name: 'Questions? فتح الدردشة' }).click();
  // The question mark stays at the end of the English words.
  const direction = await page.locator('button.launcher').evaluate((button) => getComputedStyle(button).direction);
  expect(direction).toBe('ltr');
  const dialog = page.getByRole('dialog', { name: 'Northlight Dental' });
  await expect(dialog).toContainText('سنتصل بك.');
  await expect(dialog.getByLabel('ZIP code')).toBeVisible();
  expect(await violationsOf(page, { include: 'leadchat-widget' })).toEqual([]);
});
