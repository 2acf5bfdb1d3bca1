import { readdirSync } from 'node:fs';
import { expect, test } from '../support/stack.ts';

const forGood = 'public, max-age=31536000, immutable';
const fiveMinutes = 'public, max-age=300';
const oneMinute = 'public, max-age=60';

test('hashed files are cached for a year, other files only briefly', async ({ stack }) => {
  // The compressed files beside them have no address of their own.
  const built = readdirSync('dist/assets').filter((name) => name.endsWith('.js'));
  const hashed = built.map((name) => `/assets/${name}`);
  const script = readdirSync('dist').find((name) => /^leadchat-\w+\.js$/.test(name));
  const expected: Record<string, string> = {
    ...Object.fromEntries([...hashed, `/${script}`].map((path) => [path, forGood])),
    '/leadchat.js': oneMinute,
    '/panel.js': fiveMinutes,
    '/integrity.json': fiveMinutes,
    '/config': oneMinute,
    '/healthz': 'no-store',
    '/assets/panel-00000000.js': 'no-store',
  };
  for (const [path, caching] of Object.entries(expected)) {
    const response = await fetch(stack.proxy.url + path);
    expect(response.headers.get('cache-control'), path).toBe(caching);
    const etag = response.headers.get('etag');
    if (caching === 'no-store') continue;
    expect(etag, path).toMatch(/^W\/"[0-9a-f]{32}"$/);
    const again = await fetch(stack.proxy.url + path, { headers: { 'if-none-match': etag ?? '' }, cache: 'no-store' });
    expect([again.status, (await again.arrayBuffer()).byteLength], path).toEqual([304, 0]);
  }
});

test('a browser gets script and panel with Brotli', async ({ page, stack }) => {
  const codings = new Map<string, string | undefined>();
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (origin === stack.proxy.url) codings.set(pathname, response.headers()['content-encoding']);
  });
  await page.goto(stack.site);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByRole('dialog').getByLabel('Phone')).toBeVisible();
  expect(codings.get('/leadchat.js')).toBe('br');
  const files = [...codings].filter(([path]) => path.startsWith('/assets/'));
  expect(files.length).toBeGreaterThan(1);
  for (const [path, coding] of files) expect(coding, path).toBe('br');
});

test('a second page of the site requests nothing that the first page has loaded', async ({ page, stack }) => {
  const requested: string[] = [];
  const fromMemory = new Set<string>();
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  client.on('Network.requestServedFromCache', ({ requestId }) => fromMemory.add(requestId));
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const isFromCache = response.fromDiskCache === true || fromMemory.has(requestId);
    if (response.url.startsWith(stack.proxy.url) && !isFromCache) requested.push(new URL(response.url).pathname);
  });
  const openChat = async () => {
    await page.getByRole('button', { name: 'Open chat' }).click();
    // The list of countries is the last file that a form loads.
    await expect(page.getByRole('dialog').getByLabel('Country')).toBeAttached();
  };
  // Comes behind the form.
  const conversation = page.waitForEvent('requestfinished', (request) =>
    request.url().includes('/assets/conversation-'),
  );
  await page.goto(stack.site);
  await openChat();
  // Waits until it is in the cache, which a page that is left earlier does not fill.
  const file = (await conversation).url();
  await page.evaluate(async (url) => (await fetch(url, { cache: 'force-cache' })).text(), file);
  expect(requested).toContain('/leadchat.js');
  requested.length = 0;
  await page.goto(`${stack.site}/?second`);
  await openChat();
  // The script stays fresh for a minute, which a busy machine may take for a page.
  expect(requested.filter((path) => path !== '/leadchat.js')).toEqual([]);
  await expect(async () => {
    requested.length = 0;
    await page.goto(`${stack.site}/?another`);
    await openChat();
    expect(requested).toEqual([]);
  }).toPass();
});
