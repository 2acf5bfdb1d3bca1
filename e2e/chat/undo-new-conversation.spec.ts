import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('a new conversation can be undone until the visitor writes in it', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  const { dialog, log } = visitor;
  const undo = dialog.getByRole('button', { name: 'Undo' });
  const startAgain = async () => {
    await dialog.getByRole('button', { name: 'Menu' }).click();
    await dialog.getByRole('button', { name: 'New conversation' }).click();
    await expect(log.getByText('My tooth hurts')).toHaveCount(0);
  };
  await page.goto(`${stack.site}/anonymous.html`);
  await visitor.openChat();
  await expect(log).toContainText('What can we do for you?');
  await visitor.say('My tooth hurts');
  await expect(log).toContainText('When would suit you best?');
  const first = await visitor.storedSession(stack.ids.flow);

  await startAgain();
  await expect.poll(() => visitor.storedSession(stack.ids.flow)).not.toBe(first);
  await undo.press('Enter');
  await expect(log).toContainText('My tooth hurts');
  await expect(undo).toHaveCount(0);
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await visitor.say('On Thursday, please');
  await expect.poll(() => stack.visitorMessages(first)).toEqual(['My tooth hurts', 'On Thursday, please']);

  await startAgain();
  await expect(undo).toBeVisible();
  await visitor.say('Where can I park?');
  await expect(undo).toHaveCount(0);
});
