import type { WebSocketRoute } from 'playwright/test';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

// Cause: only the tab itself said that it no longer shows the chat, and one that is killed says nothing.
test('messages count as unread once the tab that showed the chat in its page was killed', async ({
  context,
  page,
  site,
}) => {
  const sockets: WebSocketRoute[] = [];
  let count = 0;
  await context.routeWebSocket(/\/webchat\//, (socket) => {
    sockets.push(socket);
    socket.send(JSON.stringify({ type: 'session', id: '1', session_id: 'webchat-session.of-this-test' }));
  });
  const say = (content: string) =>
    sockets.at(-1)?.send(JSON.stringify({ type: 'message', id: `m${++count}`, name: 'Nora', content }));
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  const openChat = page.getByRole('button', { name: 'Open chat' });
  const { dialog } = new Visitor(page);
  await openChat.click();
  await expect(dialog).toContainText('Online');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const inPage = new Visitor(await context.newPage());
  const place = '<div id="chat" style="height: 500px"></div>';
  const tag = tagOf(site, { leadForm: 'off', target: '#chat' });
  await inPage.page.goto(site.put('/contact', hostPage({ body: place + tag })));
  await expect(inPage.dialog).toContainText('Online');
  say('Read there');
  await expect(inPage.log).toContainText('Read there');
  await expect(openChat).not.toHaveAccessibleDescription(/new message/);

  const killed = inPage.page.waitForEvent('crash');
  const session = await context.newCDPSession(inPage.page);
  session.send('Page.crash').catch(() => {});
  await killed;
  // The browser releases what the tab held soon after it.
  await expect(async () => {
    say('Still there?');
    await expect(openChat).toHaveAccessibleDescription(/new message/, { timeout: 500 });
  }).toPass();
  expect(sockets).toHaveLength(1);
});
