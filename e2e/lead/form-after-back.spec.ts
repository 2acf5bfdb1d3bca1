import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { cachingContext } from '../support/served-test.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({ config: { widget: { title: 'Northlight Dental', leadForm: 'later' } } }).extend({
  context: cachingContext,
});

test('a page from the back/forward cache has what was typed and sent on the page after it', async ({ page, site }) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const next = site.put('/next', hostPage({ head: tagOf(site) }));
  const visitor = new Visitor(page);
  /** Whether each return to the page was one to the page as it was, and not to a new one. */
  const returns = () => page.evaluate(() => Object(window).returns);
  await visitor.openChat();
  await visitor.say('Hello');
  await page.evaluate(() => {
    Object(window).LeadChat.showForm();
    const returns: boolean[] = [];
    Object.assign(window, { returns });
    addEventListener('pageshow', ({ persisted }) => returns.push(persisted));
  });
  await visitor.fillForm({ phone: '(415) 555-26' });
  await page.goto(next);
  await visitor.openChat();
  await expect(visitor.phone).toHaveValue('(415) 555-26');
  await visitor.phone.press('End');
  await visitor.phone.pressSequentially('84');
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(returns).toEqual([true]);
  await expect(visitor.phone).toHaveValue('(415) 555-2684');

  await page.goto(next);
  await visitor.openChat();
  await visitor.dialog.getByRole('button', { name: 'Submit my details' }).click();
  await expect(visitor.log.getByText('Thank you!')).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(returns).toEqual([true, true]);
  await expect(visitor.log.getByText('Thank you!')).toBeVisible();
  await expect(visitor.phone).toHaveCount(0);
});
