import { expect, testWith } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

const sessionFlow = 'f1000000-0000-4000-8000-00000000000f';
const test = testWith({
  sandboxOptions: ['--session-flow', sessionFlow, '--session-port', '0'],
  more: { assumptions: { socketHost: 'session' } },
});

test('a visitor with a lead chats and returns when the service runs the session', async ({ page, stack }) => {
  const sockets: URL[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url())));
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.leaveLead({ phone: '(415) 555-2693', firstName: 'Grace' });
  await expect(visitor.log).toContainText('Hi Grace');
  await visitor.say('Is parking free?');
  await expect(visitor.log).toContainText('12 Harbour Street');

  await page.reload();
  await visitor.openChat();
  await visitor.say('And the price?');
  await expect(visitor.log).toContainText('60 dollars');
  const [first, second] = [sockets[0], sockets.at(-1)];
  expect(first?.host).not.toBe(new URL(stack.sandbox.url).host);
  expect(first?.pathname).toMatch(new RegExp(`^/webchat/flow/${sessionFlow}/session/webchat-session\\..*/r/false$`));
  expect(second?.host).toBe(first?.host);
  expect(second?.pathname).toBe(first?.pathname.replace('/r/false', '/r/true'));
});
