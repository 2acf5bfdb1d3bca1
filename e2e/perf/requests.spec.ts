import type { Page } from 'playwright/test';
import { costLimits } from '../../build/cost-limits.ts';
import { readManifest } from '../../build/manifest.ts';
import { sizeLimits } from '../../build/size-limits.ts';
import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

const [, firstScreen, anonymousChat, firstScreenWithForm, chatWithForm] = sizeLimits;

/** The chunks that the page requests from the proxy, by their names in the build. */
function requestedChunks(page: Page, proxy: string): Set<string> {
  const names = new Map(Object.values(readManifest('dist')).map(({ file, name }) => [`${proxy}/${file}`, name]));
  const requested = new Set<string>();
  page.on('request', (request) => {
    const name = names.get(request.url());
    if (name !== undefined) requested.add(name);
  });
  return requested;
}

test('an anonymous chat with a reply requests exactly the chunks that its size limit counts', async ({
  page,
  stack,
}) => {
  const chunks = requestedChunks(page, stack.proxy.url);
  const visitor = new Visitor(page);
  await page.goto(`${stack.site}/anonymous.html`);
  await visitor.openChat();
  await visitor.say('What does it cost?');
  await expect(visitor.log.getByText('60 dollars')).toBeVisible();
  expect([...chunks].sort()).toEqual([...anonymousChat.chunks].sort());
});

test('a chat with a completed form requests exactly the chunks that its size limit counts', async ({ page, stack }) => {
  const chunks = requestedChunks(page, stack.proxy.url);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(stack.proxy.url)) requests.push(request.url());
  });
  page.on('websocket', (socket) => requests.push(socket.url()));
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.leaveLead({
    phone: '(415) 555-2671',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
  });
  await visitor.say('What does it cost?');
  await expect(visitor.log.getByText('60 dollars')).toBeVisible();
  expect([...chunks].sort()).toEqual([...chatWithForm.chunks].sort());
  expect(requests.length).toBeLessThanOrEqual(costLimits.requests.untilAnswerWithForm);
});

test('a chat with a form requests panel, language and leads side by side, and nothing of phone numbers', async ({
  page,
  stack,
}) => {
  const names = new Map(
    Object.values(readManifest('dist')).map(({ file, name }) => [`${stack.proxy.url}/${file}`, name]),
  );
  const requested = new Map<string, string>();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  network.on('Network.requestWillBeSent', ({ request }) => {
    const name = names.get(request.url);
    if (name !== undefined) requested.set(name, request.initialPriority);
  });
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/panel-*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(stack.site);
  await page.getByRole('button', { name: 'Open chat' }).click();
  // None of them waits for the panel, which has not arrived. What can be evaluated without it comes first: a server may send one
  // file after the other.
  await expect
    .poll(() => [...requested])
    .toEqual([
      ['schemas', 'High'],
      ['en', 'High'],
      ['panel', 'High'],
      ['leads', 'High'],
    ]);
  released.resolve();
  await expect(new Visitor(page).dialog.getByRole('textbox', { name: 'Phone' })).toBeVisible();
  await expect(page.locator('link[rel=modulepreload]')).toHaveCount(0);
  // What connects follows behind what the visitor sees.
  await expect.poll(() => [...requested.keys()]).toEqual(chatWithForm.chunks);
});

test('the panel is open in its first frame, with the form in it', async ({ page, stack }) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/panel-*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(stack.site);
  await page.evaluate(() => {
    const frames: string[] = [];
    const look = () => {
      const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
      const [panel] = roots.flatMap((root) => root.querySelector('.panel') ?? []);
      // A frame of a closed one would compute the styles of everything twice.
      const isOpen = panel?.classList.contains('open');
      if (panel) frames.push(!isOpen ? 'closed' : panel.querySelector('input[type=tel]') ? 'form' : 'placeholder');
      requestAnimationFrame(look);
    };
    look();
    Reflect.set(window, 'panelFrames', frames);
  });
  const leads = page.waitForResponse(/\/assets\/leads-/);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await (await leads).finished();
  released.resolve();
  await expect(new Visitor(page).dialog.getByRole('textbox', { name: 'Phone' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'panelFrames')[0])).toBe('form');
});

test('schemas are there before the panel has come', async ({ page, stack }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/panel-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(stack.site);
  const schemas = page.waitForResponse(/\/assets\/schemas-/);
  await page.getByRole('button', { name: 'Open chat' }).click();
  const file = (await schemas).url();
  // Creating them is half of what a slow phone evaluates before the first screen. An import() that resolves has evaluated them.
  await expect
    .poll(() => page.evaluate((url) => import(url).then((module) => Object.keys(module).length), file))
    .toBeGreaterThan(0);
  held.resolve();
  await expect(new Visitor(page).dialog.getByRole('textbox', { name: 'Phone' })).toBeVisible();
});

test('a chat inside the page requests what puts it there side by side with the panel, too', async ({ page, stack }) => {
  const chunks = requestedChunks(page, stack.proxy.url);
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/panel-*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(stack.site);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await page.evaluate(() => Reflect.get(window, 'LeadChat').update({ target: 'main' }));
  await expect.poll(() => [...chunks]).toEqual(['schemas', 'en', 'panel', 'leads', 'mount-inline']);
  released.resolve();
  await expect(page.getByRole('region', { name: 'Northlight Dental' })).toBeVisible();
});

test('a chat that is resumed requests what shows the conversation side by side with the panel, too', async ({
  page,
  stack,
}) => {
  const visitor = new Visitor(page);
  await page.goto(`${stack.site}/anonymous.html`);
  await visitor.openChat();
  await visitor.say('What does it cost?');
  await expect(visitor.log.getByText('60 dollars')).toBeVisible();
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/panel-*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  const chunks = requestedChunks(page, stack.proxy.url);
  await page.reload();
  await expect.poll(() => [...chunks]).toEqual(['schemas', 'en', 'panel', 'conversation']);
  released.resolve();
  await visitor.openChat();
  await expect(visitor.log.getByText('60 dollars')).toBeVisible();
});

test('text box and form need only the chunks that the limits of the first screen count', async ({ page, stack }) => {
  for (const [path, { chunks }] of [
    ['/anonymous.html', firstScreen],
    ['/', firstScreenWithForm],
  ] as const) {
    const needed: readonly string[] = chunks;
    const missing = new Set<string>();
    await page.unrouteAll();
    for (const { file, name = '' } of Object.values(readManifest('dist'))) {
      if (needed.includes(name)) continue;
      await page.route(`${stack.proxy.url}/${file}`, (route) => {
        missing.add(name);
        return route.abort();
      });
    }
    await page.goto(stack.site + path);
    await page.getByRole('button', { name: 'Open chat' }).click();
    const field = new Visitor(page).dialog.getByRole('textbox', { name: path === '/' ? 'Phone' : 'Message' });
    await field.fill('415 555 2671');
    await expect(field).toHaveValue(/415.*2671/);
    expect([...missing]).toEqual(['conversation']);
  }
});

for (const entry of ['index', 'element']) {
  test(`the package's ${entry}.js requests panel, language and leads side by side, too`, async ({ page, stack }) => {
    const requested: string[] = [];
    page.on('request', (request) => {
      const [, name] = /\/browser\/chunks\/(.+)-[\w-]{8}\.js$/.exec(request.url()) ?? [];
      if (name !== undefined) requested.push(name);
    });
    const released = Promise.withResolvers<void>();
    await page.route('**/browser/chunks/panel-*.js', async (route) => {
      await released.promise;
      await route.continue();
    });
    // The demo page without the demo's own chat.
    await page.route('**/leadchat.js', (route) => route.fulfill({ body: '' }));
    await page.goto(stack.site);
    await page.evaluate(startChat, { entry, proxyUrl: stack.proxy.url });
    await page.getByRole('button', { name: 'Open chat' }).click();
    // None of them waits for the panel, which has not arrived.
    await expect.poll(() => requested).toEqual(expect.arrayContaining(['panel', 'schemas', 'en', 'leads']));
    released.resolve();
    await expect(new Visitor(page).dialog.getByRole('textbox', { name: 'Phone' })).toBeVisible();
  });
}

/** Creates the chat in the page, as a customer's module does. */
async function startChat({ entry, proxyUrl }: { entry: string; proxyUrl: string }): Promise<void> {
  const module = await import(`/dist/browser/${entry}.js`);
  if (entry === 'index') module.init({ proxyUrl });
  else document.body.append(Object.assign(document.createElement('lead-chat'), { proxyUrl }));
}
