import { createTranslator, loadTexts } from '../../src/i18n/index.ts';
import { violationsOf } from '../support/axe.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';

const test = testOn({ config: { widget: { title: 'Northlight Dental', leadForm: 'later', locale: 'ar' } } });

test('from right to left, the form in the conversation is opened and sent, and the chat goes on', async ({
  page,
  site,
}) => {
  const { t } = createTranslator('ar', await loadTexts('ar'));
  await page.goto(site.put('/', hostPage({ head: tagOf(site), body: '<main><h1>Northlight Dental</h1></main>' })));
  const dialog = page.getByRole('dialog', { name: 'Northlight Dental' });
  const log = page.getByRole('log', { name: t('conversation') });
  const phone = dialog.getByLabel(t('phone'));
  const say = async (text: string) => {
    await dialog.getByRole('textbox', { name: t('message') }).fill(text);
    await dialog.getByRole('button', { name: t('send'), exact: true }).click();
    await expect(log.getByText(text, { exact: true })).toBeVisible();
  };
  await page.getByRole('button', { name: t('openChat') }).click();
  await say('هل لديكم موعد يوم الخميس؟');
  await dialog.getByRole('button', { name: t('menu') }).click();
  await dialog.getByRole('button', { name: t('leaveNumber') }).click();
  await expect(phone).toBeFocused();
  await expect(dialog.getByRole('button', { name: t('notNow') })).toHaveCSS('direction', 'rtl');
  // Digits of a phone number read from left to right in every language.
  await expect(phone).toHaveCSS('direction', 'ltr');
  expect(await violationsOf(page)).toEqual([]);

  await dialog.getByLabel(t('first_name')).fill('ليلى');
  await phone.pressSequentially('+1 415 555 2647');
  await dialog.getByRole('button', { name: t('sendDetails') }).click();
  await expect(log.getByText(t('thanks'))).toBeVisible();
  await expect(phone).toHaveCount(0);
  await expect
    .poll(async () => (await site.state()).leads.find(({ phone }) => phone === '14155552647'))
    .toMatchObject({ first_name: 'ليلى' });
  expect(await violationsOf(page)).toEqual([]);
  await say('شكرًا');
});
