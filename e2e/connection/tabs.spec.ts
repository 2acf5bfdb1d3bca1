import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('two tabs share a conversation and a socket, and closing the leader loses and duplicates nothing', async ({
  page: leading,
  context,
  stack,
}) => {
  const first = new Visitor(leading);
  const before = (await stack.state()).conversations.length;
  await leading.goto(`${stack.site}/anonymous.html`);
  await first.openChat();
  await first.say('From the first tab');
  await expect(first.log).toContainText('Thank you');
  const session = await first.storedSession(stack.ids.flow);

  const following = await context.newPage();
  const second = new Visitor(following);
  const sockets: string[] = [];
  following.on('websocket', (socket) => sockets.push(socket.url()));
  await following.goto(`${stack.site}/anonymous.html`);
  await second.openChat();
  await expect(second.log.getByText('From the first tab', { exact: true })).toHaveCount(1);
  await second.say('From the second tab');
  await expect(first.log.getByText('From the second tab', { exact: true })).toHaveCount(1);
  await expect.poll(() => stack.visitorMessages(session)).toEqual(['From the first tab', 'From the second tab']);
  await expect.poll(async () => texts(second)).toEqual(await texts(first));
  expect((await stack.conversation(session))?.connections).toBe(1);
  expect(sockets).toEqual([]);

  await leading.close();
  await second.say('From the tab that is left');
  await expect
    .poll(() => stack.visitorMessages(session))
    .toEqual(['From the first tab', 'From the second tab', 'From the tab that is left']);
  await expect.poll(async () => (await stack.conversation(session))?.connections).toBe(1);
  expect(sockets.map((url) => new URL(url).pathname)).toEqual([
    `/webchat/flow/${stack.ids.flow}/session/${session}/r/true`,
  ]);
  const conversation = await stack.conversation(session);
  await expect.poll(async () => (await texts(second)).length).toBe(conversation?.messages.length);
  expect((await stack.state()).conversations).toHaveLength(before + 1);
});

/** The text of each bubble in the log. */
async function texts(visitor: Visitor): Promise<string[]> {
  return visitor.log.locator('.bubble').allInnerTexts();
}
