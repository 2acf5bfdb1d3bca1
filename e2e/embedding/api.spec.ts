import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('the script runs the calls that the page queued, and the page receives events', async ({ page, stack }) => {
  await page.addInitScript(() => {
    const received: string[] = [];
    // The stub of docs/javascript-api.md.
    const calls: unknown[][] = [];
    const stub = (...call: unknown[]) => void calls.push(call);
    stub.q = calls;
    Object.assign(window, { LeadChat: stub, received });
    stub('on', 'lead:accepted', () => received.push('lead:accepted'));
    stub('on', 'open', () => received.push('open'));
    window.addEventListener('leadchat:lead:accepted', () => received.push('event on window'));
    stub('prefill', { first_name: 'Emmy' });
  });
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.openChat();
  await expect(visitor.dialog.getByLabel('First name')).toHaveValue('Emmy');
  await visitor.fillForm({ phone: '(415) 555-2679' });
  await visitor.startChat();
  await expect(visitor.log).toContainText('Emmy');
  await expect
    .poll(() => page.evaluate(() => Object(window).received))
    .toEqual(expect.arrayContaining(['open', 'lead:accepted', 'event on window']));

  await page.evaluate(() => Object(window).LeadChat.prefill('I would like to book a check-up.'));
  await expect(visitor.dialog.getByRole('textbox', { name: 'Message' })).toHaveValue(
    'I would like to book a check-up.',
  );

  await page.evaluate(() => Object(window).LeadChat('close'));
  await expect(visitor.dialog).toBeHidden();
  await page.evaluate(() => Object(window).LeadChat.open());
  await expect(visitor.dialog).toBeVisible();
});
