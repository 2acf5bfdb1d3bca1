import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

const links = '<nav><a href="/home.html">Home</a> <a href="/prices.html">Prices</a></nav>';

/** Two pages of one site, each with the tag, as a site's layout has it. */
function putPages(site: HostSite, head = ''): string {
  const tag = tagOf(site, { leadForm: 'off' });
  site.put('/prices.html', hostPage({ head: head + tag, body: `${links}<h1>Prices</h1>` }));
  return site.put('/home.html', hostPage({ head: head + tag, body: `${links}<h1>Home</h1>` }));
}

/** Starts a chat, navigates or changes the page repeatedly, and checks that the chat continues. */
async function chatAcross(page: Page, site: HostSite, turns: ((page: Page) => Promise<unknown>)[]): Promise<void> {
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.log).toContainText('good to have you here');
  await visitor.say('Before');
  await visitor.dialog.getByRole('textbox', { name: 'Message' }).fill('half a sentence');
  const session = await visitor.storedSession(site.flow);
  for (const turn of turns) {
    await turn(page);
    await expect(page.locator('leadchat-widget')).toHaveCount(1);
    await expect(visitor.log).toContainText('Before');
    await expect(visitor.dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('half a sentence');
    await expect(page.getByRole('button', { name: 'Close chat' })).toHaveCount(1);
  }
  await visitor.say('After');
  expect(await visitor.storedSession(site.flow)).toBe(session);
  const receivedMessages = async () => {
    const { conversations } = await site.state();
    const conversation = conversations.find(({ session_id }) => session_id === session);
    return conversation?.messages.filter(({ from }) => from === 'visitor').map(({ content }) => content);
  };
  // The log shows a message before the service receives it.
  await expect.poll(receivedMessages).toEqual(['Before', 'After']);
  expect(sockets).toHaveLength(1);
}

test('the chat continues across the pages of a Turbo site', async ({ page, site }) => {
  site.put('/turbo.js', readFileSync('node_modules/@hotwired/turbo/dist/turbo.es2017-umd.js'));
  await page.goto(putPages(site, '<script src="/turbo.js"></script>'));
  const goTo = (name: string) => async () => {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  };
  const goBack = async () => {
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  };
  await chatAcross(page, site, [goTo('Prices'), goTo('Home'), goTo('Prices'), goBack]);
});

test('the chat continues when view transitions swap the body, as in Astro', async ({ page, site }) => {
  await page.goto(putPages(site));
  const swap = (name: string) => () =>
    page.evaluate(async (heading) => {
      const next = new DOMParser().parseFromString(`<body><h1>${heading}</h1></body>`, 'text/html');
      await document.startViewTransition(() => {
        document.dispatchEvent(new Event('astro:before-swap'));
        document.body.replaceWith(next.body);
        document.dispatchEvent(new Event('astro:after-swap'));
      }).finished;
      document.dispatchEvent(new Event('astro:page-load'));
    }, name);
  await chatAcross(page, site, [swap('Prices'), swap('Home')]);
});

test('the chat continues when a page replaces its body, its content or everything, and when a router pushes state', async ({
  page,
  site,
}) => {
  await page.goto(putPages(site));
  await chatAcross(page, site, [
    () => page.evaluate(() => document.body.replaceWith(document.createElement('body'))),
    () => page.evaluate(() => document.body.replaceChildren()),
    () => page.evaluate(() => document.body.setHTMLUnsafe('<h1>Third</h1>')),
    () => page.evaluate(() => document.documentElement.replaceChildren(document.head, document.createElement('body'))),
    () => page.evaluate(() => history.pushState({}, '', '/prices.html?utm_source=router#top')),
    () => page.evaluate(() => document.querySelector('leadchat-widget')?.remove()),
  ]);
});

test('a visitor who writes while the page replaces its body goes on writing', async ({ page, site }) => {
  await page.goto(putPages(site));
  const visitor = new Visitor(page);
  await visitor.openChat();
  const message = visitor.dialog.getByRole('textbox', { name: 'Message' });
  await message.pressSequentially('half');
  await page.evaluate(() => document.body.replaceWith(document.createElement('body')));
  await page.keyboard.type(' a sentence');
  await expect(message).toHaveValue('half a sentence');

  // But the focus stays where the visitor has gone.
  await page.evaluate(() => document.body.append(document.createElement('input')));
  const ownField = page.locator('body > input');
  await ownField.focus();
  await page.evaluate(() => document.querySelector('leadchat-widget')?.remove());
  await expect(page.locator('leadchat-widget')).toHaveCount(1);
  await expect(ownField).toBeFocused();
  await ownField.blur();
  await page.evaluate(() => document.querySelector('leadchat-widget')?.remove());
  await expect(page.locator('leadchat-widget')).toHaveCount(1);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
});
