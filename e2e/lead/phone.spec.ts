import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('a number typed the British way arrives as E.164 digits', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.leaveLead({ phone: '+44 20 7946 0958', firstName: 'Grace' });
  expect(await stack.leadOnFile('442079460958')).toMatchObject({ first_name: 'Grace' });
});

test('an invalid phone number shows an error with what to fix, and nothing is sent', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.goto(stack.site);
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-26' });
  await visitor.startChat();

  await expect(visitor.dialog).toContainText('Two digits are missing');
  await expect(visitor.phone).toBeFocused();
  await expect(visitor.phone).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);

  await visitor.phone.pressSequentially('72');
  await visitor.startChat();
  await expect(visitor.log).toBeVisible();
  await stack.leadOnFile('14155552672');
});

test('what the field groups can be undone, and is not written over while an input method composes it', async ({
  page,
  stack,
}) => {
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.openChat();
  await visitor.phone.pressSequentially('4155552671');
  for (const [key, shown] of [
    ['Control+z', ''],
    ['Control+Shift+z', '(415) 555-2671'],
  ] as const) {
    await expect
      .poll(async () => {
        await visitor.phone.press(key);
        return visitor.phone.inputValue();
      })
      .toBe(shown);
  }

  await visitor.phone.fill('');
  const session = await page.context().newCDPSession(page);
  const digits = '４１５５５５２６７１';
  for (let end = 1; end <= digits.length; end += 1) {
    await session.send('Input.imeSetComposition', {
      text: digits.slice(0, end),
      selectionStart: end,
      selectionEnd: end,
    });
  }
  await session.send('Input.insertText', { text: digits });
  await visitor.startChat();
  await expect(visitor.log).toBeVisible();
  await stack.leadOnFile('14155552671');
});
