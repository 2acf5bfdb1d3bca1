import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('closing or opening the chat in a tab closes or opens it in all tabs', async ({ context, stack }) => {
  const first = new Visitor(await context.newPage());
  await first.page.goto(`${stack.site}/anonymous.html`);
  await first.openChat();
  await first.say('Hello');
  const second = new Visitor(await context.newPage());
  await second.page.goto(`${stack.site}/anonymous.html`);
  await second.openChat();
  await expect(second.log.getByText('Hello', { exact: true })).toBeVisible();

  await second.page.getByRole('button', { name: 'Close chat' }).first().click();
  await expect(first.dialog).toBeHidden();
  await first.page.bringToFront();
  await first.openChat();
  await expect(second.dialog).toBeVisible();
});
