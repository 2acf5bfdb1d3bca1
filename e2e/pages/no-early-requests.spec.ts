import { expect, test } from '../support/stack.ts';

test('before the first interaction nothing is stored, only the script is requested, and nothing shifts', async ({
  page,
  context,
  stack,
}) => {
  const fromProxy: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === stack.proxy.url) fromProxy.push(url.pathname);
  });
  page.on('websocket', (socket) => fromProxy.push(socket.url()));
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry) Object.assign(window, { shift: Object(window).shift + Number(entry.value) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(stack.site);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await page.waitForLoadState('networkidle');

  expect(fromProxy).toEqual(['/leadchat.js']);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, '']);
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => Object(window).shift)).toBe(0);
});
