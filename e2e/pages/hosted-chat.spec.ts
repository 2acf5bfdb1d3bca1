import { createServer, request as send } from 'node:http';
import { portOf } from '../../test/service-client/scripted-server.ts';
import { expect, testWith } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

const base = testWith({
  more: {
    hostedChat: true,
    trustedProxies: ['127.0.0.1', '::1'],
    widget: {
      title: 'Northlight Dental',
      color: '#0b6e4f',
      contact: 'tel:+14155550100',
      pages: [{ url: '*', hidden: true }],
    },
  },
});

/** The address of the page behind a reverse proxy, which serves the proxy under a path of its own host. */
const test = base.extend<{ chat: string }>({
  async chat({ stack }, use) {
    const { hostname, port } = new URL(stack.proxy.url);
    const server = createServer((incoming, outgoing) => {
      const path = incoming.url?.replace(/^\/support\//, '/');
      const headers = {
        ...incoming.headers,
        host: 'inner.example',
        'x-forwarded-host': incoming.headers.host,
        'x-forwarded-proto': 'http',
        'x-forwarded-for': '192.0.2.44',
      };
      const passed = send({ hostname, port, path, method: incoming.method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      });
      incoming.pipe(passed);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const ownPort = portOf(server.address());
    await use(`http://127.0.0.1:${ownPort}/support/chat`);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('the hosted chat behind a path of a reverse proxy takes a lead with its campaign, without violating its policy', async ({
  page,
  stack,
  chat,
}) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(`${chat}?utm_source=poster`);
  const visitor = new Visitor(page);
  await expect(visitor.phone).toBeVisible();
  await visitor.fillForm({ phone: '(415) 555-2684', firstName: 'Ada' });
  await visitor.startChat();
  await expect(visitor.log).toContainText('Ada');
  expect(await stack.leadOnFile('14155552684')).toMatchObject({ utm_source: 'poster' });
  expect(problems).toEqual([]);
});

test('the hosted chat is painted before its script arrives, and nothing moves when it does', async ({ page, chat }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/leadchat.js*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(chat, { waitUntil: 'commit' });
  await expect(page.locator('#chat')).toHaveText('Northlight Dental');
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  release();
  const visitor = new Visitor(page);
  await expect(visitor.phone).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
  const box = () => visitor.dialog.boundingBox();
  await expect.poll(box).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  /** The on-screen keyboard of iOS: the layout viewport stays, and the visual viewport changes. */
  const keyboard = (height: number, offsetTop: number) =>
    page.evaluate(
      (seen) => {
        for (const [name, value] of Object.entries(seen)) {
          Object.defineProperty(visualViewport, name, { value, configurable: true });
        }
        visualViewport?.dispatchEvent(new Event('resize'));
      },
      { height, offsetTop },
    );
  await keyboard(400, 30);
  await expect.poll(box).toEqual({ x: 0, y: 30, width: 390, height: 400 });
  await keyboard(844, 0);
  await expect.poll(box).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  // On its side, the whole chat is within the screen.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(async () => (await box())?.height).toBe(390);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
});

test('the hosted chat works in a web view without localStorage', async ({ page, chat }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get: () => null });
    }
  });
  await page.goto(chat);
  const visitor = new Visitor(page);
  await visitor.fillForm({ phone: '(415) 555-2685' });
  await visitor.startChat();
  await expect(visitor.log).toBeVisible();
});

for (const [what, files] of [
  ['its script', '**/leadchat.js*'],
  // Cause: the page had an ear for its script alone, and was empty but for a bubble.
  ['only the panel', '**/assets/**'],
] as const) {
  test(`the hosted chat says when ${what} cannot be loaded, with the contact, and tries again`, async ({
    page,
    chat,
  }) => {
    await page.route(files, (route) => route.abort());
    await page.goto(`${chat}?utm_source=poster`);
    const said = page.getByRole('alert');
    await expect(said).toContainText("Chat isn't available right now.");
    await expect(said.getByRole('link', { name: '+14155550100' })).toHaveAttribute('href', 'tel:+14155550100');
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.unroute(files);
    await said.getByRole('link', { name: 'Try again' }).click();
    await expect(new Visitor(page).phone).toBeVisible();
    await expect(said).toBeHidden();
    expect(page.url()).toContain('?utm_source=poster');
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, locale: 'de-DE' });

  test('the hosted chat says so, with the contact', async ({ page, chat }) => {
    await page.goto(chat);
    const said = page.locator('noscript section');
    await expect(said).toBeVisible();
    await expect(said).toContainText('Für diesen Chat muss JavaScript im Browser eingeschaltet sein.');
    await expect(said.locator('a')).toHaveAttribute('href', 'tel:+14155550100');
  });
});
