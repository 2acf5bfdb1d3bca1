import { cachingContext } from '../support/served-test.ts';
import { test as base, expect } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

const test = base.extend({ context: cachingContext });

test('a page restored from the back/forward cache continues its conversation', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await page.goto(`${stack.site}/anonymous.html`);
  await visitor.openChat();
  await visitor.say('Before leaving');
  await expect(visitor.log).toContainText('Thank you');
  const session = await visitor.storedSession(stack.ids.flow);
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.persisted = String(persisted);
    });
  });

  await page.goto(`${stack.site}/icon.svg`);
  await expect.poll(async () => (await stack.conversation(session))?.connections).toBe(0);
  // A page from the cache does not load again, so there is no load event to wait for.
  await page.goBack({ waitUntil: 'commit' });

  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.persisted)).toBe('true');
  await expect(visitor.log.getByText('Before leaving', { exact: true })).toHaveCount(1);
  await visitor.say('Here again');
  await expect.poll(() => stack.visitorMessages(session)).toEqual(['Before leaving', 'Here again']);
  expect((await stack.conversation(session))?.connections).toBe(1);
});
