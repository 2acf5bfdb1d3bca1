import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('closing or opening the chat in a tab closes or opens it in all tabs', async ({ context, stack }) => {
  const first = new Visitor(await context.newPage());
  await first.page.goto(`${stack.site}/anonymous.html`);
  await first.openChat();
  await first.say('Hello');
  const second = new Visitor(await context.newPage());
  await second.page.goto(`${stack.site}/anonymous.html`);
  await second.followOpenChat();
  await expect(second.log.getByText('Hello', { exact: true })).toBeVisible();

  await second.dialog.getByRole('textbox', { name: 'Message' }).press('Escape');
  await expect(first.dialog).toBeHidden();
  await first.page.bringToFront();
  await first.openChat();
  await expect(second.dialog).toBeVisible();

  // A page that has hidden its chat, for example under a cookie banner, stays without it.
  await second.page.evaluate(() => Object(window).LeadChat.hide());
  await expect(first.dialog).toBeHidden();
  await first.openChat();
  await first.say('Still here');
  await expect(second.page.locator('[role=log]')).toContainText('Still here');
  await expect(second.dialog).toBeHidden();
  await second.page.evaluate(() => Object(window).LeadChat.show());
  await expect(second.dialog).toBeVisible();
});
