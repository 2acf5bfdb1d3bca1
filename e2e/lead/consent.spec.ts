import { visitWithOwnScript } from '../support/own-script.ts';
import { expect, test } from '../support/stack.ts';

test('nothing is stored before consent, the conversation is stored after it, and withdrawing consent deletes it', async ({
  page,
  stack,
}) => {
  const storedKeys = () => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort());
  const consent = (value: string) => page.evaluate((state) => Object(window).LeadChat.setConsent(state), value);
  await visitWithOwnScript(page, stack, { consent: 'required', leadForm: 'off' });
  await page.getByRole('button', { name: 'Open chat' }).click();
  const log = page.getByRole('log', { name: 'Conversation' });
  await expect(log).toContainText('Hi there');
  await page.getByRole('textbox', { name: 'Message' }).fill('Before any consent');
  await page.keyboard.press('Enter');
  await expect(log).toContainText('Thank you');
  expect(await storedKeys()).toEqual([]);

  await consent('granted');
  await expect.poll(storedKeys).toContain(`leadchat:${stack.ids.flow}`);
  await consent('denied');
  await expect.poll(storedKeys).toEqual([]);
  await expect(log).toContainText('Before any consent');
});
