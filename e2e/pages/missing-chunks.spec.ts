import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('what cannot be loaded while the proxy is down says so, and comes with the next click once it is back', async ({
  page,
  stack,
}) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  const visitor = new Visitor(page);
  const menu = visitor.dialog.getByRole('button', { name: 'Menu' });
  const notice = visitor.dialog.getByRole('alert').getByText("This isn't available right now.");
  await page.goto(stack.site);
  // A form that never comes must not be waited for without an end.
  await page.route('**/assets/lead-form-*.js', (route) => route.abort());
  await visitor.openChat();
  await expect(visitor.dialog.getByRole('alert')).toContainText("Chat isn't available right now.");
  await page.unroute('**/assets/lead-form-*.js');
  await visitor.dialog.getByRole('button', { name: 'Try again' }).click();
  await visitor.fillForm({ phone: '(415) 555-2618', firstName: 'Ada' });
  await visitor.startChat();
  await expect(visitor.log).toContainText('Ada');
  await expect(notice).toBeHidden();

  await stack.proxy.stop('SIGKILL');
  await menu.click();
  await expect(notice).toBeVisible();
  await menu.click();
  await expect(notice).toBeHidden();
  await visitor.log.hover();
  await visitor.say('Still here');
  await menu.click();
  await expect(notice).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(notice).toBeHidden();
  await expect(visitor.dialog).toBeVisible();

  await stack.proxy.start();
  await menu.click();
  await expect(visitor.dialog.getByRole('button', { name: 'Download transcript' })).toBeVisible();
  await expect(notice).toBeHidden();
  expect(faults).toEqual([]);
});
