import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { cachingContext } from '../support/served-test.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({ config: { widget: { title: 'Northlight Dental', leadForm: 'later' } } }).extend({
  context: cachingContext,
});

test('a page from the back/forward cache continues the conversation as the visitor has left it on the page after it', async ({
  page,
  site,
}) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const next = site.put('/next', hostPage({ head: tagOf(site) }));
  const visitor = new Visitor(page);
  const stored = () => page.evaluate(() => Object.values({ ...localStorage, ...sessionStorage }).join());
  const goBack = async (returns: number) => {
    await page.goBack({ waitUntil: 'commit' });
    // Each return is one to the page as it was, and not to a new one.
    await expect.poll(() => page.evaluate(() => Object(window).returns)).toEqual(Array(returns).fill(true));
  };
  await visitor.openChat();
  await visitor.say('On the first page');
  await page.evaluate(() => {
    const returns: boolean[] = [];
    Object.assign(window, { returns });
    addEventListener('pageshow', ({ persisted }) => returns.push(persisted));
  });

  await page.goto(next);
  await visitor.openChat();
  await visitor.say('On the second page');
  await goBack(1);
  for (const text of ['On the first page', 'On the second page']) {
    await expect(visitor.log.getByText(text, { exact: true })).toHaveCount(1);
  }
  await visitor.say('On the first page again');
  await expect.poll(stored).toContain('On the second page');

  await page.goto(next);
  await visitor.openChat();
  await expect(visitor.log.getByText('On the first page again', { exact: true })).toHaveCount(1);
  await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
  await visitor.dialog.getByRole('button', { name: 'Delete my data' }).click();
  await visitor.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(visitor.dialog).toContainText('Everything stored in this browser has been deleted.');
  await goBack(2);
  await expect(visitor.dialog).toContainText('Everything stored in this browser has been deleted.');
  await expect(visitor.dialog).not.toContainText('On the first page');
  expect(await stored()).not.toContain('On the');
});
