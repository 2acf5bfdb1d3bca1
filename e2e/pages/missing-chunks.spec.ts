import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('a form that fails to load shows an error, and appears on retry', async ({ page, stack }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const visitor = new Visitor(page);
  // All but the panel, its schemas and its language, without which there is no panel.
  const isChunk = (url: URL) => /^\/assets\/(?!panel-|schemas-|en-)/.test(url.pathname);
  await page.goto(stack.site);
  await page.route(isChunk, (route) => route.abort());
  await visitor.openChat();
  await expect(visitor.dialog.getByRole('alert')).toContainText("Chat isn't available right now.");

  await page.unroute(isChunk);
  await visitor.dialog.getByRole('button', { name: 'Try again' }).click();
  await visitor.fillForm({ phone: '(415) 555-2618', firstName: 'Ada' });
  await visitor.startChat();
  await expect(visitor.log).toContainText('Ada');
  expect(errors).toEqual([]);
});

test('the menu works while the proxy is down', async ({ page, stack }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const visitor = new Visitor(page);
  const menu = visitor.dialog.getByRole('button', { name: 'Menu' });
  const download = visitor.dialog.getByRole('button', { name: 'Download transcript' });
  await page.goto(stack.site);
  await visitor.leaveLead({ phone: '(415) 555-2619', firstName: 'Ida' });
  await expect(visitor.log).toContainText('Ida');

  await stack.proxy.stop('SIGKILL');
  await menu.click();
  await expect(download).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(download).toBeHidden();
  await expect(visitor.dialog).toBeVisible();
  await visitor.say('Still here');
  await expect(visitor.log).toContainText('Still here');
  await stack.proxy.start();
  expect(errors).toEqual([]);
});
