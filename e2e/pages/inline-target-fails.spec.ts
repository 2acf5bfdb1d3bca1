import type { Page } from 'playwright/test';
import { expect, test } from '../support/stack.ts';
import type { Stack } from '../support/start-stack.ts';
import { Visitor } from '../support/visitor.ts';

const isTargetChunk = (url: URL) => /\/assets\/mount-inline-/.test(url.pathname);

/** The demo's page with an inline chat, on which the code that moves the chat into the page fails to load. */
async function visitWithoutTargetCode(page: Page, stack: Stack): Promise<Visitor> {
  await page.route(isTargetChunk, (route) => route.abort());
  await page.route('**/leadchat.js', (route) => route.fulfill({ body: '' }), { times: 1 });
  await page.goto(`${stack.site}/anonymous.html`);
  await page.evaluate((src) => {
    document.querySelector('main')?.setHTMLUnsafe('<h1>Contact</h1><div id="chat"></div>');
    const script = document.createElement('script');
    Object.assign(script.dataset, { leadForm: 'off', target: '#chat' });
    script.src = src;
    document.head.append(script);
  }, `${stack.proxy.url}/leadchat.js`);
  return new Visitor(page);
}

// The widget stayed hidden for good: it has no launcher inside a page, and its panel waited for the code.
test('a chat whose target cannot be used floats, and the visitor can chat', async ({ page, stack }) => {
  const visitor = await visitWithoutTargetCode(page, stack);
  await visitor.openChat();
  await expect(visitor.log).toContainText('What can we do for you?');
  await visitor.say('Still reachable');
  await visitor.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(visitor.dialog).toBeHidden();
  await expect(page.locator('#chat').getByRole('region')).toHaveCount(0);
});

test('a chat that floats moves into its target when a later attempt succeeds, but not under the hands of a visitor', async ({
  page,
  stack,
}) => {
  const visitor = await visitWithoutTargetCode(page, stack);
  await visitor.openChat();
  await visitor.dialog.getByRole('textbox', { name: 'Message' }).fill('half a sentence');
  // It also tries again by itself.
  const loaded = page.waitForResponse((response) => isTargetChunk(new URL(response.url())) && response.ok());
  await page.unroute(isTargetChunk);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await loaded;
  await expect(visitor.dialog.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await expect(page.locator('#chat').getByRole('region')).toHaveCount(0);

  await visitor.dialog.getByRole('button', { name: 'Close' }).click();
  const inline = page.locator('#chat').getByRole('region', { name: 'Northlight Dental' });
  await expect(inline).toBeVisible();
  await expect(inline.getByRole('textbox', { name: 'Message' })).toHaveValue('half a sentence');
  await expect(inline.getByRole('button', { name: 'Close' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /(Open|Close) chat/ })).toHaveCount(0);
});
