import { visitWithOwnScript } from '../support/own-script.ts';
import { expect, testWith } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

const configured = { event: 'say', data: { body: '{text}', source: 'website' } };
const test = testWith({
  sandboxOptions: ['--message-frame', JSON.stringify(configured)],
  more: { widget: { title: 'Northlight Dental', messageFrame: configured } },
});

test("a service with another message frame answers when the proxy's configuration names the frame", async ({
  page,
  stack,
}) => {
  const visitor = new Visitor(page);
  await visitWithOwnScript(page, stack, { leadForm: 'off' });
  await visitor.openChat();
  // A message that is sent before the agent's welcome appears above it, below the greeting of the page.
  await expect(visitor.log).toContainText('good to have you here');
  const text = 'Do you say "{text}" or $& \\?';
  await visitor.say(text);
  await expect.poll(async () => stack.visitorMessages(await visitor.storedSession(stack.ids.flow))).toEqual([text]);
  await expect(visitor.log.locator('.agent')).toHaveCount(2);
});

test("the tag's frame wins over the proxy's, and encodeMessage over both", async ({ page, stack }) => {
  const visitor = new Visitor(page);
  const sent: unknown[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)))));
  await visitWithOwnScript(page, stack, { leadForm: 'off', messageFrame: '{"say":["{text}"]}' });
  await visitor.openChat();
  await visitor.say('by the tag');
  await expect.poll(() => sent).toEqual([{ say: ['by the tag'] }]);
  await page.evaluate(() => {
    const encodeMessage = (text: string) => JSON.stringify({ code: text });
    Object(window).LeadChat.update({ encodeMessage });
  });
  await visitor.say('by code');
  await expect.poll(() => sent.at(-1)).toEqual({ code: 'by code' });
});

test('a frame names the page that a message was written on, without what may be secret in its address', async ({
  page,
  stack,
}) => {
  const visitor = new Visitor(page);
  const sent: unknown[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)))));
  const messageFrame = '{"say":"{text}","on":"{page}","title":"{pageTitle}"}';
  await visitWithOwnScript(page, stack, { leadForm: 'off', messageFrame, keepUrlParameters: '["product"]' });
  await visitor.openChat();
  await page.evaluate(() => {
    history.pushState(null, '', '/prices?product=7&token=secret&utm_source=ads#part');
    document.title = 'Prices';
  });
  await visitor.say('How much?');
  const on = new URL('/prices?product=7', page.url()).href;
  await expect.poll(() => sent).toEqual([{ say: 'How much?', on, title: 'Prices' }]);
});
