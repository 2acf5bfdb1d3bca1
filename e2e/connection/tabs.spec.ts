import type { Page } from 'playwright/test';
import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('two tabs share a conversation and a socket, and closing the leader loses and duplicates nothing', async ({
  page: leading,
  context,
  stack,
}) => {
  const first = new Visitor(leading);
  const leadingSockets = socketPathsOf(leading);
  await leading.goto(`${stack.site}/anonymous.html`);
  await first.openChat();
  // A message that is sent before the agent's welcome appears above it, below the greeting of the page.
  await expect(first.log).toContainText('good to have you here');
  await first.say('From the first tab');
  await expect(first.log).toContainText('Thank you');
  const session = await first.storedSession(stack.ids.flow);

  const following = await context.newPage();
  const second = new Visitor(following);
  const followingSockets = socketPathsOf(following);
  await following.goto(`${stack.site}/anonymous.html`);
  await second.followOpenChat();
  await expect(second.log.getByText('From the first tab', { exact: true })).toHaveCount(1);
  await second.say('From the second tab');
  await expect(first.log.getByText('From the second tab', { exact: true })).toHaveCount(1);
  await expect.poll(() => stack.visitorMessages(session)).toEqual(['From the first tab', 'From the second tab']);
  for (const { log } of [first, second]) await expect(log).toContainText('anything we should know');
  expect(await texts(second)).toEqual(await texts(first));
  expect((await stack.conversation(session))?.connections).toBe(1);
  expect(followingSockets).toEqual([]);

  await leading.close();
  await second.say('From the tab that is left');
  await expect
    .poll(() => stack.visitorMessages(session))
    .toEqual(['From the first tab', 'From the second tab', 'From the tab that is left']);
  await expect.poll(async () => (await stack.conversation(session))?.connections).toBe(1);
  // Only a socket without a session starts another conversation.
  expect(leadingSockets).toEqual([`/webchat/flow/${stack.ids.flow}/session/null/r/false`]);
  expect(followingSockets).toEqual([`/webchat/flow/${stack.ids.flow}/session/${session}/r/true`]);
  await expect(second.log).toContainText('call you back');
  const messages = (await stack.conversation(session))?.messages ?? [];
  expect(await texts(second)).toEqual(messages.map(({ content }) => content));
});

/** The paths of the sockets that the page opens from now on. */
function socketPathsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('websocket', (socket) => paths.push(new URL(socket.url()).pathname));
  return paths;
}

/** The text of each bubble in the log. */
async function texts(visitor: Visitor): Promise<string[]> {
  return visitor.log.locator('.bubble').allInnerTexts();
}
