import type { Locator } from 'playwright/test';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const adminToken = 'a-token-for-operators-of-this-test';
const test = testOn({ config: { adminToken, minFillMs: 0 } });

test('a visitor with a lead rates the chat, and the lead, the event and the dashboard have it once', async ({
  page,
  site,
}) => {
  await page.goto(site.put('/', hostPage({ body: tagOf(site, { rating: 'stars' }) })));
  const visitor = new Visitor(page);
  const { dialog, log } = visitor;
  await visitor.leaveLead({ phone: '(415) 555-2671', firstName: 'Ada' });
  for (const text of ['What does it cost?', 'When are you open?']) {
    await visitor.say(text);
    await expect(dialog.getByText('Waiting for a reply')).toHaveCount(0);
    await expect(log.locator('.row').last()).toHaveClass(/agent/);
  }
  await dialog.getByRole('button', { name: 'Menu' }).click();
  await dialog.getByRole('button', { name: 'New conversation' }).click();
  const question = dialog.getByRole('group', { name: 'How was this chat?' });
  // A reload asks the same question.
  await expect(question).toBeVisible();
  await page.reload();
  await visitor.openChat();
  await page.evaluate(() => {
    Object(window).ratings = [];
    Object(window).LeadChat.on('rating', (detail: unknown) => Object(window).ratings.push(detail));
  });
  await question.getByRole('button', { name: '4 stars' }).click();
  await question.getByRole('textbox').fill('Quick and clear');
  const sent = page.waitForResponse((response) => response.url().endsWith('/ratings'));
  await question.getByRole('button', { name: 'Send' }).click();
  expect((await sent).status()).toBe(204);
  await expect(log).toContainText('Thank you!');
  await expect(question).toHaveCount(0);
  expect(await page.evaluate(() => Object(window).ratings)).toEqual([{ rating: 4 }]);
  const headers = { authorization: `Bearer ${adminToken}` };
  const read = async (path: string) => (await fetch(`${site.proxy.url}/admin/api/${path}`, { headers })).json();
  await expect
    .poll(async () => (await read('leads')).leads[0])
    .toMatchObject({ state: 'delivered', record: { chat_rating: 4, chat_rating_comment: 'Quick and clear' } });
  expect((await read('funnel')).total.ratings).toEqual([0, 0, 0, 1, 0]);
  // It is not asked again.
  await page.reload();
  await visitor.openChat();
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(question).toHaveCount(0);
});

// Cause: only the request was repeated, and not what loads it.
test('a rating arrives although its file could not be loaded at first', async ({ page, site, faults }) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { rating: 'thumbs', leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  const { dialog, log } = visitor;
  const rateGood = async () => {
    for (const text of ['What does it cost?', 'When are you open?']) {
      const rows = await log.locator('.row.agent').count();
      await visitor.say(text);
      await expect.poll(() => log.locator('.row.agent').count()).toBeGreaterThan(rows);
      await expect(dialog.getByText('Waiting for a reply')).toHaveCount(0);
    }
    await dialog.getByRole('button', { name: 'Menu' }).click();
    await dialog.getByRole('button', { name: 'End chat' }).click();
    await expect(log.locator('.row.visitor')).toHaveCount(2);
    const question = dialog.getByRole('group', { name: 'How was this chat?' });
    const good = question.getByRole('button', { name: 'Good', exact: true });
    const send = question.getByRole('button', { name: 'Send' });
    await good.click();
    // Cause: what the choice adds was below the log's end, and the pointer on the choice hid it.
    await expect(send).toBeInViewport({ ratio: 1 });
    // The log has scrolled, and may have brought the other button under the pointer.
    await good.hover();
    const background = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor);
    // Each fades to its color.
    await expect.poll(async () => (await background(good)) === (await background(send))).toBe(true);
    await send.click();
    await expect(log).toContainText('Thank you!');
  };
  let refused = 0;
  await page.route(/send-rating[^/]*\.js$/, (route) => {
    refused += 1;
    return refused === 1 ? route.abort() : route.continue();
  });
  await visitor.openChat();
  const sent = page.waitForResponse((response) => response.url().endsWith('/ratings') && response.status() === 204);
  await rateGood();
  await sent;
  expect(faults.splice(0).length).toBeGreaterThan(0);
});
