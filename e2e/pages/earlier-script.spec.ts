import type { Page } from 'playwright/test';
import { fetchFor } from '../support/fetch-for.ts';
import { hostPage } from '../support/host-site.ts';
import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

const withForms = { config: { forms: { default: { tags: ['website'] }, prices: { tags: ['prices'] } } } };
const current = /\/leadchat\.js\?.*[0-9a-f]{16}/;

/** Gives the page a script that provides less than the panel needs, and whose own panel is gone. */
async function serveEarlierScript(page: Page): Promise<void> {
  await page.route(/\/leadchat\.js(\?form=\w+)?$/, async (route) => {
    const response = await fetchFor(route);
    const source = await response.text();
    await route.fulfill({
      response,
      body: source.replace('assets/panel-', 'assets/gone-').replaceAll('expectsForm', 'hasForm'),
    });
  });
}

test.beforeEach(async ({ page }) => serveEarlierScript(page));

// A second tag may still be loading.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }));

// Cause: panel.js gave the panel of this build to every script, and one that provided less was a bubble that did nothing.
test('a script of an earlier build, whose files are gone, gives way to the current one', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await page.evaluate(() => Reflect.get(window, 'LeadChat').update({ texts: { startChat: 'Begin' } }));
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-2698', firstName: 'Ada', lastName: 'B', email: 'ada@example.com' });
  await visitor.dialog.getByRole('button', { name: 'Begin' }).click();
  await expect(visitor.log).toBeVisible();
  await stack.leadOnFile('14155552698');
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

// Cause: the current script was loaded without what follows the name of the earlier one in its URL.
test("the current script has the form that the tag's URL names, also of a tag that is there twice", async ({
  page,
  sites,
}) => {
  const site = await sites.of(withForms);
  const tag = `<script src="${site.proxy.url}/leadchat.js?form=prices"></script>`;
  await page.goto(site.put('/', hostPage({ head: tag, body: tag })));
  await new Visitor(page).leaveLead({ phone: '(415) 555-2671', firstName: 'Grace' });
  const tags = async () => (await site.state()).leads.find(({ phone }) => phone === '14155552671')?.tags;
  await expect.poll(tags).toEqual(['prices']);
});

// Cause: what takes the place of a chat was shown, although the page had hidden the chat.
test('a chat that the page has hidden stays hidden when the current script takes its place', async ({
  page,
  stack,
}) => {
  await page.goto(stack.site);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await page.evaluate(() => {
    const { LeadChat } = Object(window);
    Object.assign(window, { earlier: LeadChat });
    LeadChat.hide();
    LeadChat.sendMessage('What does it cost?');
  });
  const hiddenNow = () =>
    page.evaluate(() => {
      const { LeadChat, earlier } = Object(window);
      return LeadChat !== earlier && LeadChat?.getState?.()?.hidden;
    });
  await expect.poll(hiddenNow).toBe(true);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeHidden();
});

// Cause: the earlier chat was taken away before it was known whether the current script comes.
test('while the current script cannot be loaded, the earlier one stays and says so', async ({ page, stack }) => {
  // For seconds after a failure, only a click loads it again. Then the pointer's arrival does, and takes the button away before the click.
  await page.clock.setFixedTime(Date.now());
  await page.route(current, (route) => route.abort());
  await page.goto(stack.site);
  await page.getByRole('button', { name: 'Open chat' }).click();
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toBeVisible();
  expect(await page.evaluate(() => Object(window).LeadChat.getState().unavailable)).toBe('load-failed');
  await page.unroute(current);
  await tryAgain.click();
  await expect(new Visitor(page).phone).toBeVisible();
});

const uncertain = [
  {
    title: 'of a page with two chats',
    prepare: () => {
      const { LeadChat } = Object(window);
      LeadChat.init({});
      LeadChat.init({ title: 'Sales', position: 'bottom-left' }).open();
    },
    bubbles: 1,
  },
  {
    title: 'of a page with another tag',
    prepare: () => {
      const { src } = Object(document.querySelector('script[src*="/leadchat"]'));
      document.head.append(Object.assign(document.createElement('script'), { src: `${src}?form=default` }));
      Object(window).LeadChat.open();
    },
    bubbles: 0,
  },
  {
    title: 'whose tag is no longer in the page',
    prepare: () => {
      document.querySelector('script[src*="/leadchat"]')?.remove();
      Object(window).LeadChat.open();
    },
    bubbles: 0,
  },
];
for (const { title, prepare, bubbles } of uncertain) {
  // Cause: whatever chat the global stood for was taken away, and a script that finds no tag looked for its files on the page's host.
  test(`a script of an earlier build stays, and says that its chat is not available: one ${title}`, async ({
    page,
    stack,
  }) => {
    await page.goto(stack.site);
    await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
    await page.evaluate(() => {
      const gathered: string[] = [];
      addEventListener('leadchat:error', (event) => gathered.push(Object(event).detail.message));
      Object.assign(window, { gathered, earlier: Object(window).LeadChat });
    });
    await page.evaluate(prepare);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open chat' })).toHaveCount(bubbles);
    expect(await page.evaluate(() => Object(window).LeadChat === Object(window).earlier)).toBe(true);
    expect(await page.evaluate(() => Object(window).gathered)).toEqual([expect.stringContaining('Reload the page')]);
  });
}
