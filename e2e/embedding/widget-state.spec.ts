import type { BrowserContext, Page } from 'playwright/test';
import { sampleOf } from '../../test/support/sample.ts';
import { expect, gatherFaults, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

const stored = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted());
const call = (page: Page, ...values: unknown[]) => page.evaluate((given) => Object(window).LeadChat(...given), values);
/** What the visitor has chatted about on an earlier page. */
async function chatBefore(page: Page, address: string): Promise<Visitor> {
  const visitor = new Visitor(page);
  await page.goto(address);
  await visitor.openChat();
  await visitor.say('Hello');
  await expect(visitor.log).toContainText('Hello there!');
  await expect.poll(async () => (await stored(page)).length).toBeGreaterThan(0);
  return visitor;
}
const anotherTab = async (context: BrowserContext, address: string, faults: string[]) => {
  const page = await context.newPage();
  gatherFaults(page, faults);
  await page.goto(address);
  return new Visitor(page);
};

const deletions = [['setConsent', 'denied'], ['update', { consent: 'denied' }], ['reset']];
for (const [method, ...values] of sampleOf(deletions, 2)) {
  // The panel deleted it, so everything stayed until somebody opened the chat.
  test(`${method}() deletes what earlier pages have stored, before the panel is loaded`, async ({
    page,
    site,
    faults,
  }) => {
    const address = site.put('/', hostPage({ body: tagOf(site, { leadForm: 'off' }) }));
    await chatBefore(page, address);
    const early = `<script>LeadChat=(...call)=>LeadChat.q.push(call);LeadChat.q=[${JSON.stringify([method, ...values])}]</script>`;
    await page.route('**/assets/panel-*', (route) => route.abort());
    await page.goto(site.put('/early.html', hostPage({ head: early, body: tagOf(site, { leadForm: 'off' }) })));
    await expect.poll(() => stored(page)).toEqual([]);
    await page.close();
    // The panel that was stopped.
    faults.length = 0;
  });
}

test('a denial holds in the other tabs, also for a chat that is created after it, until it is granted in any tab', async ({
  page,
  context,
  site,
  faults,
}) => {
  const body = tagOf(site, { leadForm: 'off' });
  const first = await chatBefore(page, site.put('/', hostPage({ body })));
  const second = await anotherTab(context, page.url(), faults);
  await expect(second.log).toContainText('Hello');
  await call(second.page, 'setConsent', 'denied');
  await expect.poll(() => stored(first.page)).toEqual([]);
  // Another form: a chat of its own, for which the page says `granted`.
  await call(first.page, 'update', { resumeDays: 3 });
  await first.say('After it');
  await expect(first.log).toContainText('Thank you');
  expect(await stored(first.page)).toEqual([]);
  const third = await anotherTab(context, page.url(), faults);
  await third.openChat();
  await third.say('In a third tab');
  expect(await stored(third.page)).toEqual([]);

  await call(first.page, 'setConsent', 'granted');
  await second.page.bringToFront();
  await second.say('Granted again');
  await expect.poll(() => stored(second.page)).not.toEqual([]);
});

test('reset() of a closed chat begins nothing, and the next page loads nothing for it', async ({ page, site }) => {
  const visitor = await chatBefore(page, site.put('/', hostPage({ body: tagOf(site, { leadForm: 'off' }) })));
  await call(page, 'close');
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await call(page, 'reset');
  await expect.poll(() => page.evaluate(() => Object(window).LeadChat.getState().phase)).toBe('idle');
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  expect([await stored(page), sockets]).toEqual([[], []]);
  await visitor.openChat();
  await expect(visitor.log).not.toContainText('Hello');
  await visitor.say('The next person');
  await expect(visitor.log).toContainText('A colleague will read this');
  expect(sockets).toHaveLength(1);
});

test('the next person is asked for a lead after reset(), where the form can be skipped', async ({ page, site }) => {
  const visitor = new Visitor(page);
  await page.goto(site.put('/', hostPage({ body: tagOf(site, { leadForm: 'optional' }) })));
  await visitor.openChat();
  await visitor.dialog.getByRole('button', { name: 'Skip' }).click();
  await visitor.say('Hello');
  await call(page, 'reset');
  await expect(visitor.phone).toBeVisible();
});

test('a panel that an ad blocker stops is requested once while the visitor moves, and the page gets one error', async ({
  page,
  site,
  faults,
}) => {
  const requests: string[] = [];
  await page.route('**/assets/panel*', (route) => {
    requests.push(route.request().url());
    return route.abort();
  });
  await page.route('**/panel.js', (route) => route.abort());
  await page.addInitScript(() => {
    Object(window).errors = 0;
    addEventListener('leadchat:error', () => Object(window).errors++);
  });
  const errors = () => page.evaluate(() => Object(window).errors);
  const move = async () => {
    await page.mouse.move(150, 100, { steps: 50 });
    await page.mouse.move(100, 200, { steps: 50 });
  };
  // Timers go on, but a pause after a failure does not end.
  await page.clock.setFixedTime('2026-11-19T10:00:00-08:00');
  const triggers = JSON.stringify([{ type: 'scroll', percent: 50 }]);
  await page.goto(site.put('/', hostPage({ body: `<main style="height:9000px"></main>${tagOf(site, { triggers })}` })));
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await move();
  await expect.poll(errors).toBe(1);
  await move();
  expect(await errors()).toBe(1);
  expect(requests).toHaveLength(1);
  await page.close();
  faults.length = 0;
});

test('<lead-chat> shows an open chat again when the page, or an entry of `pages`, no longer hides it', async ({
  page,
  site,
}) => {
  const pages = JSON.stringify([{ url: '/checkout', hidden: true }]);
  const element = `<lead-chat proxy-url="${site.proxy.url}" lead-form="off" pages='${pages}'></lead-chat>`;
  const script = '<script type="module" src="/widget/browser/element.js"></script>';
  const visitor = new Visitor(page);
  await page.goto(site.put('/', hostPage({ body: element + script })));
  await visitor.openChat();
  const inPage = (run: string) => page.evaluate(run);
  await inPage('document.querySelector("lead-chat").widget.hide()');
  await expect(visitor.dialog).toBeHidden();
  await inPage('document.querySelector("lead-chat").widget.show()');
  await expect(visitor.dialog).toBeVisible();
  await inPage('history.pushState(null, "", "/checkout")');
  await expect(visitor.dialog).toBeHidden();
  await inPage('history.pushState(null, "", "/thanks")');
  await expect(visitor.dialog).toBeVisible();
  await expect(page.locator('lead-chat')).toHaveAttribute('open', '');
});

test('a tab that is opened later shows the open chat, and no teaser for messages that are read in another', async ({
  page,
  context,
  site,
  faults,
}) => {
  const first = await chatBefore(page, site.put('/', hostPage({ body: tagOf(site, { leadForm: 'off' }) })));
  const second = await anotherTab(context, page.url(), faults);
  await expect(second.dialog).toBeVisible();
  await first.say('Another question');
  await expect(second.log).toContainText('Another question');
  await expect(second.page.locator('.teaser')).toHaveCount(0);
});

test('a first message that could not be sent is sent by the next page without a click', async ({ page, site }) => {
  const address = site.put('/', hostPage({ body: tagOf(site, { leadForm: 'off' }) }));
  const visitor = new Visitor(page);
  await page.routeWebSocket(/webchat/, (socket) => socket.close());
  await page.goto(address);
  await visitor.openChat();
  await visitor.say('Nobody hears me');
  await expect.poll(() => stored(page)).toContain(`leadchat:${site.flow}:outbox`);
  await page.unrouteAll();
  await page.routeWebSocket(/webchat/, (socket) => void socket.connectToServer());
  await page.goto(address);
  const texts = async () =>
    (await site.state()).conversations.flatMap(({ messages }) => messages.map(({ content }) => content));
  await expect.poll(texts).toContain('Nobody hears me');
});

for (const [width, height] of [
  [1280, 800],
  [1280, 500],
] as const) {
  test(`without a launcher the panel has its room, and leaves no gap in a window of ${width} × ${height}`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(site.put('/', hostPage({ body: tagOf(site, { leadForm: 'off', launcher: 'none' }) })));
    await call(page, 'open');
    const { dialog } = new Visitor(page);
    await expect(dialog).toBeVisible();
    await dialog.evaluate((panel) => Promise.all(panel.getAnimations().map(({ finished }) => finished)));
    const box = await dialog.boundingBox();
    expect(box && Math.round(height - box.y - box.height)).toBe(20);
    expect(box?.height).toBe(Math.min(640, height - 20 - 12));
  });
}

test('a visitor with another language never sees English, in the launcher nor in the panel', async ({ page, site }) => {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      const root = document.querySelector('leadchat-widget')?.shadowRoot;
      for (const element of root?.querySelectorAll('[aria-label]') ?? [])
        seen.add(element.getAttribute('aria-label') ?? '');
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(site.put('/', hostPage({ htmlAttributes: 'lang="de"', body: tagOf(site, { leadForm: 'off' }) })));
  await page.getByRole('button', { name: 'Chat öffnen' }).click();
  await expect(page.getByRole('textbox', { name: 'Nachricht' })).toBeVisible();
  const seen: string[] = await page.evaluate(() => [...Object(window).seen]);
  expect(seen).toContain('Chat öffnen');
  expect(seen.filter((name) => /^(?:Open chat|Close.*|Menu|Message|Send|Conversation)$/.test(name))).toEqual([]);
});

test('the language that the visitor chooses in the menu is that of the next page, until the data is deleted', async ({
  page,
  site,
}) => {
  const address = site.put('/', hostPage({ body: tagOf(site, { leadForm: 'off' }) }));
  await page.goto(address);
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
  await visitor.dialog.getByRole('combobox').selectOption('fr');
  await expect(visitor.dialog.getByRole('button', { name: 'Envoyer' })).toBeVisible();
  await page.goto(site.put('/next.html', hostPage({ body: tagOf(site, { leadForm: 'off' }) })));
  await expect(page.getByRole('button', { name: 'Ouvrir le chat' })).toBeVisible();
  await call(page, 'reset');
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
});

test('the chat connects although the browser says that it is offline', async ({ page, site }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
  await page.goto(site.put('/', hostPage({ body: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.say('Behind a VPN');
  await expect(visitor.log).toContainText('Thank you');
});

test('an inline chat is a region of the page, which keeps its Escape key', async ({ page, site }) => {
  const place = '<div id="chat" style="height:500px"></div>';
  await page.goto(site.put('/', hostPage({ body: place + tagOf(site, { leadForm: 'off', target: '#chat' }) })));
  await expect(page.getByRole('region', { name: 'Northlight Dental' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.evaluate(() => {
    Object(window).keys = [];
    addEventListener('keydown', ({ key }) => Object(window).keys.push(key));
  });
  await page.getByRole('textbox', { name: 'Message' }).press('Escape');
  expect(await page.evaluate(() => Object(window).keys)).toEqual(['Escape']);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'New conversation' }).press('Escape');
  await expect(page.getByRole('button', { name: 'New conversation' })).toBeHidden();
  expect(await page.evaluate(() => Object(window).keys)).toEqual(['Escape']);
});

test('the launcher says once whether the chat is open', async ({ page, site }) => {
  await page.goto(site.put('/', hostPage({ body: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(page.getByRole('button', { name: 'Close chat' })).not.toHaveAttribute('aria-expanded');
});
