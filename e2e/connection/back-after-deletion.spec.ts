import type { Page } from 'playwright/test';
import { expect, hostPage, testOn } from '../support/on-host-page.ts';
import { cachingContext } from '../support/served-test.ts';

const test = testOn().extend({ context: cachingContext });

/** A page with the headless core: the widget's pages hear of a deletion by a `storage` event too, as soon as they are back. */
const script = `
import { createCore } from '/widget/browser/core.js';
const { flowId, wssUrl, proxyUrl } = document.documentElement.dataset;
window.chat = createCore({ flowId, wssUrl, proxyUrl, leadForm: 'later' });
chat.start();
window.returns = [];
addEventListener('pageshow', ({ persisted }) => returns.push(persisted));
`;

test('a page from the back/forward cache has forgotten what was deleted in another tab, which is closed now', async ({
  context,
  page,
  site,
}) => {
  site.put('/core.js', script);
  const addresses = `data-flow-id="${site.flow}" data-wss-url="${site.sandboxUrl.replace(/^http/, 'ws')}" data-proxy-url="${site.proxy.url}"`;
  const head = '<script type="module" src="/core.js"></script>';
  const url = site.put('/', hostPage({ head, htmlAttributes: `lang="en" ${addresses}` }));
  const withoutChat = site.put('/imprint', hostPage({}));
  await page.goto(url);
  await page.evaluate(() => {
    const { chat } = Object(window);
    chat.sendMessage('On the first page');
    chat.showForm();
    chat.leadForm.set('phone', '(415) 555-26');
  });
  // The greeting, the message and its answer.
  await expect.poll(() => texts(page)).toHaveLength(3);
  await page.goto(withoutChat);

  const tab = await context.newPage();
  await tab.goto(url);
  await expect.poll(() => texts(tab)).toContain('On the first page');
  await tab.evaluate(() => Object(window).chat.forget());
  await tab.close();

  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => Object(window).returns)).toEqual([false, true]);
  expect(await texts(page)).toEqual([]);
  expect(await page.evaluate(() => Object(window).chat.leadForm.values.value.phone)).toBe('');
  expect(await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))).toEqual([]);
});

function texts(page: Page): Promise<string[]> {
  return page.evaluate(() => Object(window).chat.state.messages.value.map(({ text }: { text: string }) => text));
}
