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
