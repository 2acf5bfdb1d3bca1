import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('a dropped socket reconnects, and the conversation continues', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.leaveLead({ phone: '(415) 555-2674', firstName: 'Mary' });
  await visitor.say('Before the drop');
  // Without a confirmation the widget cannot know whether the message arrived, and would send it again.
  await expect(visitor.log).toContainText('When would suit you best?');
  const session = await visitor.storedSession(stack.ids.flow);

  const again = page.waitForEvent('websocket');
  await stack.fault({ route: 'socket', kind: 'cut' });
  expect(new URL((await again).url()).pathname).toBe(`/webchat/flow/${stack.ids.flow}/session/${session}/r/true`);
  await visitor.say('After the drop');

  await expect.poll(() => stack.visitorMessages(session)).toEqual(['Before the drop', 'After the drop']);
  await expect(visitor.log.getByText('Before the drop', { exact: true })).toHaveCount(1);
});
