import { expect, test } from '../support/stack.ts';
import { stopClock, tickUntil } from '../support/standing-clock.ts';

test('an inline chat waits for its target, and continues when a router removes and restores the target', async ({
  page,
  stack,
}) => {
  /** Replaces the content, as a client-side router does. */
  const goTo = (content: string) =>
    page.evaluate((html) => document.querySelector('main')?.setHTMLUnsafe(html), content);
  const contact = '<h1>Contact</h1><div id="chat"></div>';
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text());
  });

  // A page with a custom script instead of the demo's.
  await page.route('**/leadchat.js', (route) => route.fulfill({ body: '' }), { times: 1 });
  await page.clock.install();
  await page.goto(`${stack.site}/anonymous.html`);
  await goTo('<h1>Home</h1>');
  // A target that is missing for five seconds is reported, and a busy machine may take as long to put it there.
  await stopClock(page);
  await page.evaluate((src) => {
    const script = document.createElement('script');
    Object.assign(script.dataset, { leadForm: 'off', target: '#chat' });
    script.src = src;
    document.head.append(script);
  }, `${stack.proxy.url}/leadchat.js`);
  const dialog = page.getByRole('region', { name: 'Northlight Dental' });
  await tickUntil(page, async () => (await page.locator('leadchat-widget .panel').count()) === 1);
  await expect(dialog).toBeHidden();

  await goTo(contact);
  await page.clock.resume();
  await expect(page.locator('#chat').getByRole('region', { name: 'Northlight Dental' })).toBeVisible();
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Hi there');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('half a sentence');

  await goTo('<h1>Prices</h1>');
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await goTo(contact);
  await expect(page.locator('#chat').getByRole('region', { name: 'Northlight Dental' })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('half a sentence');
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Hi there');
  expect(errors).toEqual([]);
});
