import type { Page } from 'playwright/test';
import { sampleOf } from '../../test/support/sample.ts';
import { violationsOf } from '../support/axe.ts';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { cachingContext } from '../support/served-test.ts';
import { Visitor } from '../support/visitor.ts';
import { buildWaysIn } from '../support/ways-in/build.ts';

const adminToken = 'an-operator-who-compares';
const experiments = [
  {
    name: 'words',
    variants: [
      { name: 'ask', launcherText: 'Ask us', color: '#0a7d32' },
      { name: 'help', launcherText: 'Can we help?' },
    ],
  },
];
const test = testOn({ config: { adminToken, widget: { title: 'Northlight Dental', experiments } } });
const cachingTest = test.extend({ context: cachingContext });

const words = { ask: 'Ask us', help: 'Can we help?' };
const storageKey = 'leadchat-variants';

/** Lets chance choose the variant. */
async function chance(page: Page, at: number): Promise<void> {
  await page.addInitScript((value) => {
    Math.random = () => value;
  }, at);
}

async function visit(page: Page, site: HostSite, options: Record<string, string> = {}, path = '/'): Promise<void> {
  await page.goto(site.put(path, hostPage({ head: tagOf(site, options), body: '<main><h1>Prices</h1></main>' })));
  await expect(page.locator('button.launcher')).toBeVisible();
}

const launcher = (page: Page) => page.locator('button.launcher');
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), storageKey);

test('two visitors see two variants, each from the first moment and without a request', async ({
  page,
  site,
  browser,
}) => {
  await chance(page, 0);
  // What the launcher says whenever it changes.
  await page.addInitScript(() => {
    const said = new Set<string>();
    Object.assign(window, { said });
    const look = () => {
      const text = document.querySelector('leadchat-widget')?.shadowRoot?.querySelector('.launcher')?.textContent;
      if (typeof text === 'string') said.add(text);
      requestAnimationFrame(look);
    };
    look();
  });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await visit(page, site);
  await expect(launcher(page)).toHaveText(words.ask);
  await expect(launcher(page)).toHaveCSS('--lc-color', '#0a7d32');
  await page.waitForLoadState('networkidle');
  expect(requested.filter((path) => path !== '/favicon.ico')).toEqual(['/', '/leadchat.js']);
  expect(await page.evaluate(() => [...Object(window).said])).toEqual([words.ask]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(await violationsOf(page)).toEqual([]);

  const other = await browser.newPage();
  await chance(other, 0.9);
  await visit(other, site);
  await expect(launcher(other)).toHaveText(words.help);
  expect(await other.evaluate(() => Object(window).LeadChat.getState().variants)).toEqual({ words: 'help' });
  await other.close();
});

test('a visitor keeps the variant once the chat was opened, and the lead, the events and the counters have it', async ({
  page,
  site,
  context,
}) => {
  await chance(page, 0.9);
  await page.addInitScript(() => Object.assign(window, { dataLayer: [], details: [] }));
  await visit(page, site);
  await page.evaluate(() => {
    addEventListener('leadchat:lead:accepted', (event) => Object(window).details.push(Object(event).detail));
  });
  const visitor = new Visitor(page);
  await page.getByRole('button', { name: 'Open chat' }).click();
  expect(await stored(page)).toBe('{"words":"help"}');
  await visitor.fillForm({ phone: '(415) 555-2611', firstName: 'Ada' });
  await visitor.startChat();
  await expect(visitor.log).toContainText('Ada');
  await expect
    .poll(async () => (await site.state()).leads.find(({ phone }) => phone === '14155552611'))
    .toMatchObject({ experiment_words: 'help' });
  expect(await page.evaluate(() => Object(window).details)).toMatchObject([{ variants: { words: 'help' } }]);
  const pushed: Record<string, unknown>[] = await page.evaluate(() => Object(window).dataLayer);
  expect(new Set(pushed.map(({ leadchat_variants }) => leadchat_variants))).toEqual(new Set(['words=help']));

  // Chance would choose the other one now.
  await chance(page, 0);
  await page.reload();
  await expect(launcher(page)).toHaveText(words.help);
  const second = await context.newPage();
  await chance(second, 0);
  await visit(second, site, {}, '/prices.html');
  await expect(launcher(second)).toHaveText(words.help);

  const countsOf = async () => {
    const headers = { authorization: `Bearer ${adminToken}` };
    const answer = await fetch(`${site.proxy.url}/admin/api/funnel?by=variant`, { headers });
    const { rows } = await answer.json();
    return rows.find(({ name }: { name: string }) => name === 'help');
  };
  await expect
    .poll(countsOf)
    .toMatchObject({ experiment: 'words', visits: { opened: 1, accepted: 1 }, leads: { accepted: 1 } });
});

test('without consent the variant stays for the page view alone, and is stored once the visitor agrees', async ({
  page,
  site,
}) => {
  await chance(page, 0);
  await visit(page, site, { consent: 'required' });
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(new Visitor(page).dialog).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await chance(page, 0.9);
  await page.reload();
  await expect(launcher(page)).toHaveText(words.help);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await page.evaluate(() => Object(window).LeadChat.setConsent('granted'));
  await expect.poll(() => stored(page)).toBe('{"words":"help"}');
  await expect(launcher(page)).toHaveText(words.help);
  await page.evaluate(() => Object(window).LeadChat.setConsent('denied'));
  await expect.poll(() => stored(page)).toBeNull();
});

test('a tab in which the chat was not used takes over the variant of the one in which it was', async ({
  page,
  site,
  context,
}) => {
  await chance(page, 0);
  await visit(page, site);
  const second = await context.newPage();
  await chance(second, 0.9);
  await visit(second, site);
  await expect(launcher(second)).toHaveText(words.help);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(launcher(second)).toHaveText(words.ask);
});

cachingTest(
  'a page that comes back from the back/forward cache has the variant that was stored meanwhile',
  async ({ page, site }) => {
    await chance(page, 0);
    await visit(page, site);
    await expect(launcher(page)).toHaveText(words.ask);
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }));
    });
    await chance(page, 0.9);
    await visit(page, site, {}, '/prices.html');
    await page.getByRole('button', { name: 'Open chat' }).click();
    // A page from the cache does not load again, so there is no load event to wait for.
    await page.goBack({ waitUntil: 'commit' });
    await expect.poll(() => page.evaluate(() => Object(window).persisted)).toBe(true);
    await expect(launcher(page)).toHaveText(words.help);
  },
);

test('reset() deletes the variant, and the next visitor gets one of their own', async ({ page, site }) => {
  await chance(page, 0);
  await visit(page, site);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await page.evaluate(() => {
    Math.random = () => 0.9;
    Object(window).LeadChat.reset();
  });
  await expect.poll(() => page.evaluate(() => Object(window).LeadChat.getState().variants)).toEqual({ words: 'help' });
  expect(await stored(page)).toBeNull();
});

test('an experiment of the tag wins over the proxy’s, on the page of its own', async ({ page, site }) => {
  const own = [{ name: 'words', variants: [{ name: 'now', launcherText: 'Chat now' }] }];
  await visit(page, site, { experiments: JSON.stringify(own) });
  await expect(launcher(page)).toHaveText('Chat now');
  expect(await page.evaluate(() => Object(window).LeadChat.getState().variants)).toEqual({ words: 'now' });
});

// test/adapters/every-option.test.ts sets every option in each of them.
for (const way of sampleOf(['npm', 'react', 'vue', 'element'], 1)) {
  test(`experiments are an option like any other: ${way}`, async ({ page, site }) => {
    for (const [name, code] of await buildWaysIn()) site.put(`/bundle/${name}`, code);
    const own = [{ name: 'own', variants: [{ name: 'now', launcherText: 'Chat now' }] }];
    const options = JSON.stringify({ proxyUrl: site.proxy.url, experiments: own }).replaceAll('"', '&quot;');
    const body = '<main></main><script type="module" src="/bundle/client.js"></script>';
    const html = hostPage({ body }).replace('<body>', `<body data-way="${way}" data-options="${options}">`);
    await page.goto(site.put(`/${way}`, html));
    await expect(launcher(page)).toHaveText('Chat now');
    await launcher(page).click();
    await expect.poll(async () => JSON.parse((await stored(page)) ?? '{}')).toMatchObject({ own: 'now' });
  });
}
