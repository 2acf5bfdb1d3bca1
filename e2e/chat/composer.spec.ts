import { interceptSocket } from '../support/line.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({
  script: { name: 'Nora', greeting: { known: 'Hi', unknown: 'Hi there' }, otherwise: ['Noted.'] },
});

test('Enter sends, Shift+Enter and input methods do not, the composer grows with its text, and 8,000 characters are the limit', async ({
  page,
  site,
}) => {
  const socket = await interceptSocket(page);
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  const { log, dialog } = visitor;
  await visitor.openChat();
  await expect(log).toContainText('Hi there');
  const message = dialog.getByRole('textbox', { name: 'Message' });
  const send = dialog.getByRole('button', { name: 'Send' });
  const sent = log.locator('.row.visitor .bubble');

  await expect(send).toBeDisabled();
  await message.press('Enter');
  await message.fill('   ');
  await message.press('Enter');
  await expect(sent).toHaveCount(0);

  // Not the bounding box, which is smaller while the panel scales up to its size.
  const height = () => message.evaluate((field) => field.clientHeight);
  const low = await height();
  await message.fill('one');
  await message.press('Shift+Enter');
  await message.pressSequentially('two');
  await expect(message).toHaveValue('one\ntwo');
  await expect.poll(height).toBeGreaterThan(low);
  socket.hold();
  await message.press('Enter');
  await expect(sent).toHaveText(['one\ntwo']);
  await expect(message).toHaveValue('');
  await expect(message).toBeFocused();
  await expect(log.getByText('Waiting for a reply')).toBeAttached();
  socket.release();
  await expect(log).toContainText('Noted.');
  await expect(log.getByText('Waiting for a reply')).toHaveCount(0);
  await expect.poll(height).toBe(low);

  // With an input method, Enter accepts the suggested word.
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'にほn', selectionStart: 3, selectionEnd: 3 });
  await message.evaluate((field) =>
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
    ),
  );
  await message.evaluate((field) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })),
  );
  await expect(sent).toHaveCount(1);
  await session.send('Input.insertText', { text: '日本' });
  await expect(message).toHaveValue('日本');
  await message.press('Enter');
  await expect(sent).toHaveText(['one\ntwo', '日本']);

  await message.fill('x'.repeat(7499));
  await expect(dialog.getByText('characters left')).toHaveCount(0);
  await message.press('x');
  await expect(dialog.getByText('500 characters left')).toBeVisible();
  await message.fill('x'.repeat(8001));
  await expect(dialog.getByRole('alert').filter({ hasText: '1 character too long' })).toBeVisible();
  await expect(message).toHaveAttribute('aria-invalid', 'true');
  await expect(send).toBeDisabled();
  await message.press('Enter');
  await expect(sent).toHaveCount(2);
  expect(await height()).toBeLessThan(170);
  await message.press('Backspace');
  await send.click();
  await expect(sent).toHaveCount(3);
  const receivedTexts = async () =>
    (await site.state()).conversations.flatMap(({ messages }) => messages.map((message) => message.content));
  await expect.poll(receivedTexts).toContain('x'.repeat(8000));
});

test('at 320 pixels and 400 %, a long text leaves the button, its counter and the messages in the panel', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.log).toContainText('Hi there');
  const message = visitor.dialog.getByRole('textbox', { name: 'Message' });
  await message.fill('word '.repeat(1700));
  const send = visitor.dialog.getByRole('button', { name: 'Send' });
  for (const part of [send, visitor.dialog.getByText('500 characters too long'), visitor.dialog.getByText('Online')]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  expect(await visitor.log.evaluate((log) => log.clientHeight)).toBeGreaterThan(0);
});
