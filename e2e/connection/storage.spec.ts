import { visitWithOwnScript } from '../support/own-script.ts';
import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('with blocked storage a visitor leaves a lead and chats, and sees that nothing is saved', async ({
  page,
  stack,
}) => {
  const visitor = new Visitor(page);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  await page.goto(stack.site);
  await visitor.leaveLead({ phone: '(415) 555-2733', firstName: 'Ida' });
  await expect(visitor.log).toContainText('Ida');
  await visitor.say('Does this reach you?');

  const lead = await stack.leadOnFile('14155552733');
  const receivedTexts = async () =>
    (await stack.state()).conversations
      .filter((conversation) => conversation.lead_id === lead.lead_id)
      .flatMap((conversation) =>
        conversation.messages.filter((message) => message.from === 'visitor').map((message) => message.content),
      );
  await expect.poll(receivedTexts).toEqual(['Does this reach you?']);
  await expect(visitor.dialog).toContainText(
    "Your browser doesn't save this conversation. It ends when you close this page.",
  );
  expect(errors).toEqual([]);
});

test('a page that changes where it stores takes the conversation along', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await visitWithOwnScript(page, stack, {});
  await visitor.leaveLead({ phone: '(415) 555-2734', firstName: 'Ada' });
  await visitor.say('Before');
  await expect(visitor.log).toContainText('Before');
  const update = (storage: string) =>
    page.evaluate((next) => Object(window).LeadChat.update({ storage: next }), storage);
  /** Where a conversation is stored. */
  const places = () =>
    page.evaluate(() =>
      [localStorage, sessionStorage].map((area) => Object.keys(area).some((key) => /^leadchat:[^:]*-[^:]*$/.test(key))),
    );
  await expect.poll(places).toEqual([true, false]);
  await update('session');
  expect(await places()).toEqual([false, true]);
  await update('none');
  expect(await places()).toEqual([false, false]);
  await visitor.say('Stored nowhere yet');
  await update('local');
  expect(await places()).toEqual([true, false]);
  await page.reload();
  await visitor.openChat();
  for (const text of ['Before', 'Stored nowhere yet']) await expect(visitor.log).toContainText(text);
});
