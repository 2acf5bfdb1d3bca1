import type { CDPSession, Locator, Page } from 'playwright/test';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

type Typing = { visitor: Visitor; message: Locator; session: CDPSession };

async function startTyping(page: Page, site: HostSite): Promise<Typing> {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.dialog).toContainText('Online');
  const message = visitor.dialog.getByRole('textbox', { name: 'Message' });
  await message.focus();
  return { visitor, message, session: await page.context().newCDPSession(page) };
}

/** Begins a word that the input method has not finished. */
const compose = (session: CDPSession, text: string) =>
  session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

/** A key as the browser gets it from the system, with the code that says whether an input method has taken it. */
const press = (session: CDPSession, key: string, keyCode: number) =>
  session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: keyCode });

test('the Send key of an Android keyboard sends the word that is still being composed', async ({ page, site }) => {
  const { visitor, message, session } = await startTyping(page, site);
  await page.evaluate(() =>
    addEventListener('keydown', ({ isComposing }) => Object.assign(window, { wasComposing: isComposing }), true),
  );
  await compose(session, 'Hello');
  await press(session, 'Enter', 13);
  expect(await page.evaluate(() => Object(window).wasComposing)).toBe(true);
  await expect(visitor.log.locator('.row.visitor .bubble')).toHaveText(['Hello']);
  await expect(message).toHaveValue('');
});

test('a key that the input method has taken neither sends nor closes anything, whichever key it is', async ({
  page,
  site,
}) => {
  const { visitor, message, session } = await startTyping(page, site);
  await compose(session, 'にほん');
  for (const key of ['Enter', 'Escape', 'Process', 'Unidentified']) await press(session, key, 229);
  // Safari ends a composition before its key, which then has only the code.
  await session.send('Input.insertText', { text: '日本' });
  for (const key of ['Enter', 'Escape']) await press(session, key, 229);
  await expect(message).toHaveValue(/日本/);
  await expect(visitor.dialog).toBeVisible();
  await expect(visitor.log.locator('.row.visitor .bubble')).toHaveCount(0);
  await message.press('Escape');
  await expect(visitor.dialog).toBeHidden();
});

test('on a phone, Tab of an input method chooses a word and does not move the focus', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { visitor, message, session } = await startTyping(page, site);
  await message.fill('にほん');
  await visitor.dialog.getByRole('button', { name: 'Send' }).focus();
  const focused = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.ariaLabel);
  await press(session, 'Tab', 229);
  expect(await focused()).toBe('Send');
});
