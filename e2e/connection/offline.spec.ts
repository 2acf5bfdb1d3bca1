import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('a message typed offline shows that it is waiting, and is sent once when the browser is online again', async ({
  page,
  context,
  stack,
}) => {
  const visitor = new Visitor(page);
  await page.goto(`${stack.site}/anonymous.html`);
  await visitor.openChat();
  await visitor.say('Still online');
  await expect(visitor.log).toContainText('Thank you');
  const session = await visitor.storedSession(stack.ids.flow);

  await context.setOffline(true);
  await expect(visitor.dialog).toContainText("You're offline. Messages will be sent when you're back.");
  await visitor.say('Typed offline');
  await expect(visitor.log).toContainText('Waiting for a connection');
  expect(await stack.visitorMessages(session)).toEqual(['Still online']);

  await context.setOffline(false);
  await expect.poll(() => stack.visitorMessages(session)).toEqual(['Still online', 'Typed offline']);
  await expect(visitor.dialog).not.toContainText("You're offline");
  await expect(visitor.log.getByText('Typed offline', { exact: true })).toHaveCount(1);
  await expect.poll(async () => (await stack.conversation(session))?.connections).toBe(1);
});
