import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('a pending message survives a reload, and is sent once', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await page.goto(`${stack.site}/anonymous.html`);
  await visitor.openChat();
  await visitor.say('Before the outage');
  await expect(visitor.log).toContainText('Thank you');
  const session = await visitor.storedSession(stack.ids.flow);

  await stack.sandbox.stop('SIGKILL');
  await expect(visitor.dialog).toContainText('Reconnecting…');
  await visitor.say('Typed during the outage');
  await expect(visitor.log).toContainText('Waiting for a connection');

  await page.reload();
  await visitor.openChat();
  await expect(visitor.log.getByText('Typed during the outage', { exact: true })).toHaveCount(1);
  await expect(visitor.log).toContainText('Waiting for a connection');

  await stack.sandbox.start();
  // The waits between the attempts to connect add up to several seconds.
  await expect.poll(() => stack.visitorMessages(session)).toEqual(['Before the outage', 'Typed during the outage']);
  await expect(visitor.log).not.toContainText('Waiting for a connection');
  await expect(visitor.log.getByText('Typed during the outage', { exact: true })).toHaveCount(1);
  expect(await visitor.storedSession(stack.ids.flow)).toBe(session);
});
