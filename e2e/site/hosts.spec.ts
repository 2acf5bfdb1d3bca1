import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('the index leads to every host page', async ({ page, stack }) => {
  await page.goto(`${stack.site}/hosts`);
  const links = page.getByRole('main').getByRole('link');
  for (const path of await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))) {
    expect((await page.request.get(`${stack.site}${path}`)).status(), path).toBe(200);
  }
  expect(await links.count()).toBeGreaterThan(4);
});

test('a visitor leaves a lead on the page with hostile styles, and its banner covers nothing of the chat', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.site}/hosts/hostile-styles`);
  const visitor = new Visitor(page);
  await visitor.leaveLead({ phone: '(415) 555-2651', firstName: 'Ada' });
  await visitor.say('Can you see me?');
  const style = await visitor.dialog.evaluate((dialog) => {
    const { fontFamily, textTransform, letterSpacing } = getComputedStyle(dialog);
    return { fontFamily, textTransform, letterSpacing };
  });
  expect(style).toEqual({ fontFamily: 'system-ui, sans-serif', textTransform: 'none', letterSpacing: 'normal' });
});

test('a visitor leaves a lead under the strict policy, and nothing violates it', async ({ page, stack }) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy|TrustedHTML|Refused to/i.test(message.text())) violations.push(message.text());
  });
  const response = await page.goto(`${stack.site}/hosts/strict-policy`);
  const policy = (await response?.headerValue('content-security-policy')) ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`script-src ${stack.proxy.url};`);
  const visitor = new Visitor(page);
  await visitor.leaveLead({ phone: '(415) 555-2652', firstName: 'Grace' });
  await visitor.say('Hello');
  expect(violations).toEqual([]);
  expect(await page.request.get(`${stack.site}/hosts/turbo`).then((other) => other.headers())).not.toHaveProperty(
    'content-security-policy',
  );
});

test('a conversation continues while Turbo replaces the page', async ({ page, stack }) => {
  const loads: string[] = [];
  page.on('load', (loaded) => loads.push(loaded.url()));
  await page.goto(`${stack.site}/hosts/turbo`);
  const visitor = new Visitor(page);
  await visitor.leaveLead({ phone: '(415) 555-2653', firstName: 'Joan' });
  await visitor.say('Hello');
  await page.getByRole('link', { name: 'To the prices' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prices, without a reload');
  await expect(visitor.log).toContainText('Hello');
  await visitor.say('Still there?');
  await page.getByRole('link', { name: 'Back to the first page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A page that never reloads');
  await expect(visitor.log).toContainText('Still there?');
  expect(loads).toHaveLength(1);
});

test('two chats of one flow in a page show one conversation', async ({ page, stack }) => {
  await page.goto(`${stack.site}/hosts/several`);
  const sales = page.locator('#sales');
  const support = page.locator('#support');
  await sales.getByRole('textbox', { name: 'Message' }).fill('A question for sales');
  await page.keyboard.press('Enter');
  await expect(sales.getByRole('log')).toContainText('A question for sales');
  await support.getByRole('textbox', { name: 'Message' }).fill('A question for support');
  await page.keyboard.press('Enter');
  await expect(support.getByRole('log')).toContainText('A question for support');
  await expect(support.getByRole('log')).toContainText('A question for sales');
  await expect(sales.getByRole('log')).toContainText('A question for support');
});

test('a visitor leaves a lead in a frame', async ({ page, stack }) => {
  await page.goto(`${stack.site}/hosts/frame`);
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Phone').pressSequentially('(415) 555-2654');
  await page.keyboard.press('Enter');
  await expect(frame.getByRole('log', { name: 'Conversation' })).toBeVisible();
  await stack.leadOnFile('14155552654');
});
