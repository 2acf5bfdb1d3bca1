import type { Page } from 'playwright/test';
import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test.use({ viewport: { width: 390, height: 844 } });

async function visit(page: Page, site: string): Promise<Visitor> {
  await page.goto(site);
  await page.evaluate(() => Reflect.get(window, 'LeadChat')('update', { afterLead: 'thanks' }));
  return new Visitor(page);
}

test('a lead without a chat: thanks instead of a socket, also after a reload, until another number is left', async ({
  page,
  stack,
}) => {
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/leads')) bodies.push(request.postDataJSON());
  });
  const visitor = await visit(page, stack.site);
  const { dialog } = visitor;
  const status = dialog.getByRole('status');
  await visitor.openChat();
  await expect(dialog.getByText("Leave your number and we'll get back to you.")).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Start chat' })).toHaveCount(0);
  await visitor.fillForm({ phone: '(415) 555-2781', firstName: 'Grace' });
  await dialog.getByRole('button', { name: 'Send' }).click();

  await expect(dialog.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
  await expect(status.getByText("We'll be in touch shortly.")).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  expect(await stack.leadOnFile('14155552781')).toMatchObject({ first_name: 'Grace' });
  expect(bodies).toEqual([expect.objectContaining({ chat: false })]);

  await visit(page, stack.site);
  await visitor.openChat();
  await expect(status.getByText("We'll be in touch shortly.")).toBeVisible();
  await dialog.getByRole('button', { name: 'Leave another number' }).press('Enter');
  await expect(visitor.phone).toBeVisible();
  await visit(page, stack.site);
  await visitor.openChat();
  await expect(visitor.phone).toBeVisible();
  expect(sockets).toEqual([]);
});

test('while the proxy is down, the thanks say that the lead is queued, and later that it has arrived', async ({
  page,
  stack,
}) => {
  await page.route('**/leads', (route) => route.abort());
  const visitor = await visit(page, stack.site);
  const { dialog } = visitor;
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-2782', firstName: 'Grace' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  const waiting = dialog.getByText("Saved. We'll send it as soon as the connection is back.");
  await expect(waiting).toBeVisible();
  await visit(page, stack.site);
  await visitor.openChat();
  await expect(waiting).toBeVisible();
  await page.unroute('**/leads');
  await visit(page, stack.site);
  await visitor.openChat();
  await expect(dialog.getByText("We'll be in touch shortly.")).toBeVisible();
  expect(await stack.leadOnFile('14155552782')).toMatchObject({ first_name: 'Grace' });
});
