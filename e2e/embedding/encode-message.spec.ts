import { visitWithOwnScript } from '../support/own-script.ts';
import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('encodeMessage can change during a chat, and no message is lost when it throws', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await visitWithOwnScript(page, stack, { leadForm: 'off' });
  await visitor.openChat();
  const storedSession = () => visitor.storedSession(stack.ids.flow);
  await expect.poll(storedSession).toBeDefined();
  const session = await storedSession();
  await visitor.say('unchanged');
  await expect.poll(() => stack.visitorMessages(session)).toEqual(['unchanged']);

  await page.evaluate(() => {
    const encodeMessage = (text: string) => JSON.stringify({ type: 'message', content: text.toUpperCase() });
    Object(window).LeadChat.update({ encodeMessage });
  });
  await visitor.say('in capitals');
  await expect.poll(() => stack.visitorMessages(session)).toEqual(['unchanged', 'IN CAPITALS']);

  await page.evaluate(() => {
    const codes: string[] = [];
    Object.assign(window, { codes });
    window.addEventListener('leadchat:error', (event) => codes.push(Object(event).detail.code));
    const encodeMessage = () => {
      throw new Error('a bug of the page');
    };
    Object(window).LeadChat.update({ encodeMessage });
  });
  await visitor.say('all the same');
  await expect.poll(() => stack.visitorMessages(session)).toEqual(['unchanged', 'IN CAPITALS', 'all the same']);
  expect(await page.evaluate(() => Object(window).codes)).toEqual(['bad-option']);
});
