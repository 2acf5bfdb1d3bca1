import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('a visitor chats anonymously, and no lead is created', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname));
  const leadRequests: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/leads')) leadRequests.push(request.url());
  });
  await page.goto(`${stack.site}/anonymous.html`);
  await visitor.openChat();
  await expect(visitor.log).toBeVisible();
  await visitor.say('What does a check-up cost?');

  await expect.poll(() => visitor.storedSession(stack.ids.flow)).toMatch(/^webchat-session\./);
  const session = await visitor.storedSession(stack.ids.flow);
  await expect
    .poll(async () => (await stack.state()).conversations.find((conversation) => conversation.session_id === session))
    .toMatchObject({
      lead_id: null,
      messages: expect.arrayContaining([
        expect.objectContaining({ from: 'visitor', content: 'What does a check-up cost?' }),
      ]),
    });
  expect(sockets).toEqual([`/webchat/flow/${stack.ids.flow}/session/null/r/false`]);
  expect(leadRequests).toEqual([]);
});
