import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { fetchFor } from '../support/fetch-for.ts';
import { type HostSite, hostPage, tagOf } from '../support/host-site.ts';
import { expect, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({
  config: {
    forms: {
      default: { fields: [{ name: 'phone', type: 'tel' }] },
      jobs: {
        fields: [
          { name: 'phone', type: 'tel' },
          { name: 'role', label: { en: 'Role', de: 'Stelle' } },
        ],
      },
    },
  },
});

const pages = [
  { url: '/checkout', hidden: true },
  { url: '/prices', launcherText: 'A question about prices?', color: '#b91c1c', starters: ['How much is it?'] },
  { url: '/jobs', form: 'jobs', leadForm: 'required', title: 'Join us' },
];

/** The router of a single-page app. */
const router = `<script>
  const show = () => document.querySelector('h1').replaceChildren(location.pathname);
  window.go = (path) => { history.pushState({}, '', path); show(); };
  addEventListener('popstate', show);
</script>`;

async function visit(
  page: Page,
  site: HostSite,
  path = '/home',
  options: Record<string, unknown> = {},
): Promise<Visitor> {
  const texts = Object.entries({ leadForm: 'off', pages, ...options }).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  await page.goto(
    site.put(path, hostPage({ head: tagOf(site, Object.fromEntries(texts)), body: `<h1>Page</h1>${router}` })),
  );
  await page.waitForFunction(() => Object(window).LeadChat?.getState !== undefined);
  return new Visitor(page);
}

const go = (page: Page, path: string) => page.evaluate((next) => Object(window).go(next), path);
const launcher = (page: Page) => page.locator('button.launcher');
const stateOf = (page: Page) => page.evaluate(() => Object(window).LeadChat.getState());

/** Browsers without the Navigation API do not report `history.pushState()`. */
for (const hasNavigationApi of [true, false]) {
  const browser = hasNavigationApi ? 'with' : 'without';

  test(`the widget follows a router from page to page, also back, ${browser} the Navigation API`, async ({
    page,
    site,
  }) => {
    if (!hasNavigationApi) await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
    const requests: string[] = [];
    await visit(page, site);
    page.on('request', (request) => requests.push(request.url()));
    await expect(launcher(page)).toHaveText('');
    await go(page, '/prices/kids?from=ad#top');
    await expect(page.getByRole('button', { name: 'A question about prices? Open chat' })).toBeVisible();
    await go(page, '/checkout/payment');
    await expect(launcher(page)).toBeHidden();
    expect(await stateOf(page)).toMatchObject({ hidden: true, open: false, loaded: false });
    await page.goBack();
    await expect(page.getByRole('button', { name: 'A question about prices? Open chat' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Open chat', exact: true })).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('button', { name: 'A question about prices? Open chat' })).toBeVisible();
    // Nothing of this needs more than the script.
    expect(requests).toEqual([]);
  });
}

test('a hidden page shows and requests nothing, and the chat is there on the next one', async ({ page, site }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await visit(page, site, '/checkout', { triggers: [{ type: 'delay', seconds: 0, everyHours: 0 }] });
  await page.evaluate(() => Object(window).LeadChat.open());
  await page.mouse.move(50, 50);
  await page.keyboard.press('Tab');
  await expect(launcher(page)).toBeHidden();
  expect(await stateOf(page)).toMatchObject({ hidden: true, open: false, loaded: false });
  expect(requests).toEqual(['/checkout', '/leadchat.js']);
  // The page has wanted an open chat.
  await go(page, '/home');
  await expect(page.getByRole('dialog', { name: 'Northlight Dental' })).toBeVisible();
});

test('a conversation goes on over pages with other options and over a hidden one, and nobody else sees it close', async ({
  page,
  site,
}) => {
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  const visitor = await visit(page, site);
  await visitor.openChat();
  await visitor.say('Before');
  await expect(visitor.log).toContainText('Before');
  const events = await page.evaluateHandle(() => {
    const names: string[] = [];
    for (const name of ['open', 'close']) addEventListener(`leadchat:${name}`, () => names.push(name));
    return names;
  });
  await page.locator('h1').click();
  await go(page, '/prices');
  await expect(visitor.log).toContainText('Before');
  expect(await events.jsonValue()).toEqual([]);
  await visitor.dialog.getByRole('textbox', { name: 'Message' }).fill('half a sentence');
  await page.locator('h1').click();

  await go(page, '/checkout');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await events.jsonValue()).toEqual(['close']);
  await page.evaluate(() => Object(window).LeadChat.sendMessage('From the hidden page'));
  await go(page, '/home');
  await expect(visitor.log).toContainText('From the hidden page');
  await expect(visitor.dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('half a sentence');
  // The visitor is on the page, not in the chat.
  await expect(visitor.dialog.getByRole('textbox', { name: 'Message' })).not.toBeFocused();
  expect(await events.jsonValue()).toEqual(['close', 'open']);
  expect(sockets).toHaveLength(1);
});

test('a hidden page in one tab leaves the chat open in the other', async ({ page, site, context }) => {
  const visitor = await visit(page, site);
  await visitor.openChat();
  await visitor.say('Hello');
  const second = await context.newPage();
  await visit(second, site);
  // It opens by itself, because it is open in the first.
  await expect(second.getByRole('log')).toContainText('Hello');
  await go(second, '/checkout');
  await expect(second.getByRole('dialog')).toBeHidden();
  await visitor.say('Still here');
  await expect(visitor.dialog).toBeVisible();
  await go(second, '/home');
  await expect(second.getByRole('log')).toContainText('Still here');
});

test('a page with a form of its own shows it at once, and what was typed stays', async ({ page, site }) => {
  const visitor = await visit(page, site, '/home', { leadForm: 'required' });
  await visitor.openChat();
  await visitor.phone.pressSequentially('(415) 555-26');
  await go(page, '/jobs/dentist');
  const jobs = page.getByRole('dialog', { name: 'Join us' });
  await expect(jobs.getByLabel('Role')).toBeVisible();
  await expect(jobs.getByLabel('Phone')).toHaveValue('(415) 555-26');
  await jobs.getByLabel('Phone').focus();
  await page.keyboard.press('End');
  await page.keyboard.type('71');
  await jobs.getByLabel('Role').fill('Dentist');
  await page.evaluate(() => Object(window).LeadChat.setLocale('de'));
  await expect(jobs.getByLabel('Stelle')).toHaveValue('Dentist');
  await jobs.getByRole('button', { name: 'Chat starten' }).click();
  await expect
    .poll(async () => (await site.state()).leads.find(({ phone }) => phone === '14155552671'))
    .toMatchObject({ role: 'Dentist' });
  // The lead belongs to the conversation, so nobody asks again elsewhere.
  await go(page, '/home');
  await expect(page.getByRole('textbox', { name: 'Nachricht' })).toBeVisible();
});

test('a conversation that the browser may not store survives a page with another form', async ({ page, site }) => {
  const visitor = await visit(page, site, '/home', { storage: 'none' });
  await visitor.openChat();
  await visitor.say('Before');
  await go(page, '/jobs');
  const jobs = page.getByRole('dialog', { name: 'Join us' });
  await expect(jobs.getByRole('log')).toContainText('Before');
  await go(page, '/home');
  await visitor.say('After');
  await expect(visitor.log).toContainText('Before');
});

test("an entry of the proxy's configuration applies, and the page's own call wins", async ({ page, site }) => {
  await page.route(/leadchat\.js/, async (route) => {
    const response = await fetchFor(route);
    const text = await response.text();
    const start = text.indexOf('%7B');
    const end = text.indexOf('`', start);
    const config = JSON.parse(decodeURIComponent(text.slice(start, end)));
    config.widget = { ...config.widget, launcherText: 'Ask', pages: [{ url: '^/$', launcherText: 'Ask at home' }] };
    const inlined = encodeURIComponent(JSON.stringify(config)).replaceAll("'", '%27');
    await route.fulfill({ response, body: text.slice(0, start) + inlined + text.slice(end) });
  });
  await visit(page, site, '/', { pages: [] });
  await expect(launcher(page)).toHaveText('Ask at home');
  await go(page, '/prices');
  await expect(launcher(page)).toHaveText('Ask');
  await page.evaluate(() => Object(window).LeadChat.update({ launcherText: 'Mine' }));
  await go(page, '/');
  await expect(launcher(page)).toHaveText('Mine');
});

test('with Turbo, each page has its options, and the back button too', async ({ page, site }) => {
  site.put('/turbo.js', readFileSync('node_modules/@hotwired/turbo/dist/turbo.es2017-umd.js'));
  const head = `<script src="/turbo.js"></script>${tagOf(site, { leadForm: 'off', pages: JSON.stringify(pages) })}`;
  const links = '<nav><a href="/turbo">Home</a> <a href="/prices">Prices</a> <a href="/checkout">Checkout</a></nav>';
  const put = (path: string, name: string) => site.put(path, hostPage({ head, body: `${links}<h1>${name}</h1>` }));
  put('/prices', 'Prices');
  put('/checkout', 'Checkout');
  await page.goto(put('/turbo', 'Home'));
  const goTo = async (name: string) => {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
  };
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.say('Before');
  await goTo('Prices');
  await expect(visitor.log).toContainText('Before');
  await goTo('Checkout');
  await expect(page.locator('leadchat-widget')).toHaveCount(1);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(launcher(page)).toBeHidden();
  await page.goBack();
  await expect(visitor.log).toContainText('Before');
  await goTo('Home');
  await visitor.say('After');
});

test('a page comes back from the back/forward cache as it was', async ({ page, site }) => {
  await visit(page, site, '/prices');
  await expect(launcher(page)).toHaveText('A question about prices?');
  await visit(page, site, '/checkout');
  await expect(launcher(page)).toBeHidden();
  await page.goBack();
  await expect(launcher(page)).toHaveText('A question about prices?');
  await page.goForward();
  await expect(launcher(page)).toBeHidden();
});

test('two widgets of a page have pages of their own, and leave no listener behind', async ({ page, site }) => {
  await visit(page, site, '/home', { launcherText: 'First', pages: [{ url: '/a', launcherText: 'First on A' }] });
  await page.evaluate(() => {
    const { LeadChat } = Object(window);
    LeadChat.init({});
    Object(window).second = LeadChat.init({
      ...{ launcherText: 'Second', position: 'bottom-left', leadForm: 'off' },
      pages: [{ url: '/a', hidden: true }],
    });
  });
  await expect(launcher(page)).toHaveText(['First', 'Second']);
  await go(page, '/a');
  await expect(launcher(page).first()).toHaveText('First on A');
  await expect(launcher(page).nth(1)).toBeHidden();
  await page.evaluate(() => Object(window).second.destroy());
  await go(page, '/home');
  await expect(launcher(page)).toHaveText(['First']);
});

test('an open chat on a phone stops covering the page when the next page hides it', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const visitor = await visit(page, site);
  await visitor.openChat();
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow);
  await expect.poll(overflow).toBe('hidden');
  await go(page, '/checkout');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(overflow).not.toBe('hidden');
});

test('works under a strict policy', async ({ page, site }) => {
  const policy = `default-src 'self'; script-src 'self' ${site.proxy.url}; connect-src ${site.proxy.url} ws:; require-trusted-types-for 'script'`;
  const tag = tagOf(site, { leadForm: 'off', pages: JSON.stringify(pages) });
  site.put('/router.js', 'addEventListener("go", ({ detail }) => history.pushState({}, "", detail));');
  const html = hostPage({ head: `${tag}<script src="/router.js"></script>` });
  await page.goto(site.put('/strict', html, { 'content-security-policy': policy }));
  await expect(launcher(page)).toBeVisible();
  const navigate = (path: string) => page.evaluate((detail) => dispatchEvent(new CustomEvent('go', { detail })), path);
  await navigate('/checkout');
  await expect(launcher(page)).toBeHidden();
  await navigate('/prices');
  await expect(launcher(page)).toHaveText('A question about prices?');
});
