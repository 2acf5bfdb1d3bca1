import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('while the service is down a lead is accepted, survives a killed proxy, and arrives once the service is back', async ({
  page,
  stack,
}) => {
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await stack.sandbox.stop();

  const accepted = page.waitForResponse((response) => response.url() === `${stack.proxy.url}/leads`);
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-2675', firstName: 'Katherine' });
  await visitor.startChat();
  expect((await accepted).status()).toBe(202);
  await expect(visitor.log).toBeVisible();
  await expect(visitor.dialog).toContainText(/reconnecting|connecting|offline/i);

  await stack.proxy.stop('SIGKILL');
  await stack.sandbox.start();
  await stack.proxy.start();
  // The killed proxy may have been sending the lead. Its lease on it ends after 15 s. If the service was away for more than half a
  // minute, the next attempt comes two minutes and a half after the last one.
  await expect
    .poll(async () => (await stack.state()).leads, { timeout: 240_000 })
    .toContainEqual(expect.objectContaining({ phone: '14155552675', first_name: 'Katherine' }));
  await expect
    .poll(async () => (await stack.state()).enrolments.map((enrolment) => enrolment.record.phone))
    .toContain('14155552675');
});

test('while the proxy is down the browser stores the lead, informs the visitor, and sends it later', async ({
  page,
  stack,
}) => {
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-2676', firstName: 'Dorothy' });
  await stack.proxy.stop('SIGKILL');
  await visitor.startChat();

  await expect(visitor.dialog).toContainText("Saved. We'll send it as soon as the connection is back.");
  await expect(visitor.log).toBeVisible();
  await visitor.say('Meanwhile a question');

  await stack.proxy.start();
  await page.reload();
  await visitor.openChat();
  expect(await stack.leadOnFile('14155552676')).toMatchObject({ first_name: 'Dorothy' });
});
