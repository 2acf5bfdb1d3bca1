import { visitWithOwnScript } from '../support/own-script.ts';
import { expect, test } from '../support/stack.ts';

test('deleting the data leaves nothing in the browser, and the next visitor finds an empty form', async ({
  page,
  stack,
}) => {
  await visitWithOwnScript(page, stack, {});
  await page.evaluate(() => Object(window).LeadChat.identify({ first_name: 'Ada', phone: '+14155552642' }));
  await page.getByRole('button', { name: 'Open chat' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('First name')).toHaveValue('Ada');
  await page.route('**/leads', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Start chat' }).click();
  await expect(dialog).toContainText("Saved. We'll send it as soon as the connection is back.");
  // With or without spaces: the code that formats numbers may still be loading.
  expect(await page.evaluate(() => localStorage.getItem('leadchat:leads'))).toMatch(/555 ?2642/);

  await dialog.getByRole('button', { name: 'Menu' }).click();
  await dialog.getByRole('button', { name: 'Delete my data' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toContainText('Everything stored in this browser has been deleted.');
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  await dialog.getByRole('button', { name: 'New conversation' }).click();
  await expect(dialog.getByLabel('First name')).toHaveValue('');
  await expect(dialog.getByLabel('Phone')).toHaveValue('');
});

// Cause: a chat that had begun was left to the tabs of its flow.
test('what is deleted in one tab is gone in another one, whose open chat is of another flow', async ({
  context,
  page,
  stack,
}) => {
  const other = await context.newPage();
  await visitWithOwnScript(other, stack, { flowId: 'f1000000-0000-4000-8000-000000000099' });
  await other.evaluate(() => Object(window).LeadChat.identify({ first_name: 'Ada' }));
  await other.getByRole('button', { name: 'Open chat' }).click();
  const dialog = other.getByRole('dialog');
  const phone = dialog.getByLabel('Phone');
  await phone.fill('(415) 555-2644');
  await expect(dialog.getByLabel('First name')).toHaveValue('Ada');
  const stored = () => other.evaluate(() => Object.values(sessionStorage).join());
  await expect.poll(stored).toContain('555-2644');

  await visitWithOwnScript(page, stack, {});
  // The other page listens as soon as it has loaded more.
  await expect(async () => {
    await page.evaluate(() => Object(window).LeadChat.reset());
    await expect(phone).toHaveValue('', { timeout: 500 });
  }).toPass();
  await expect(dialog.getByLabel('First name')).toHaveValue('');
  expect(await stored()).not.toContain('555');
});

test('what is deleted in one tab is gone in another one, whose chat is not loaded', async ({
  context,
  page,
  stack,
}) => {
  const other = await context.newPage();
  await visitWithOwnScript(other, stack, {});
  const phone = other.getByRole('dialog').getByLabel('Phone');
  await other.getByRole('button', { name: 'Open chat' }).click();
  await phone.fill('(415) 555-2643');
  const stored = () => other.evaluate(() => Object.values(sessionStorage).join());
  await expect.poll(stored).toContain('555-2643');
  await other.reload();

  await visitWithOwnScript(page, stack, {});
  // The other page listens as soon as it has loaded more.
  const isForgotten = async () => {
    await page.evaluate(() => Object(window).LeadChat.reset());
    return (await stored()) === '';
  };
  await expect.poll(isForgotten).toBe(true);
  expect(await other.evaluate(() => Object(window).LeadChat.getState().loaded)).toBe(false);
  await other.getByRole('button', { name: 'Open chat' }).click();
  await expect(phone).toHaveValue('');
});
