import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('a reload continues the same conversation', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.leaveLead({ phone: '(415) 555-2673', firstName: 'Edith' });
  await expect(visitor.log).toContainText('Edith');
  await visitor.say('I come back in a minute');
  // Without a confirmation the widget cannot know whether the message arrived, and would send it again.
  await expect(visitor.log).toContainText('When would suit you best?');
  const session = await visitor.storedSession(stack.ids.flow);

  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname));
  await page.reload();
  await visitor.openChat();
  await expect(visitor.log.getByText('I come back in a minute', { exact: true })).toHaveCount(1);
  await visitor.say('Here I am again');

  expect(await visitor.storedSession(stack.ids.flow)).toBe(session);
  await expect.poll(() => sockets).toEqual([`/webchat/flow/${stack.ids.flow}/session/${session}/r/true`]);
  await expect.poll(() => stack.visitorMessages(session)).toEqual(['I come back in a minute', 'Here I am again']);
});
