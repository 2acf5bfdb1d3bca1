import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({ config: { widget: { title: 'Northlight Dental', leadForm: 'off' } } });

const boxOf = ({ dialog }: Visitor) => dialog.getByRole('textbox', { name: 'Message' });

test('what was typed and not sent is there after a reload, until it is sent, and each tab has its own', async ({
  page,
  site,
}) => {
  const address = site.put('/', hostPage({ head: tagOf(site) }));
  await page.goto(address);
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.say('Hello');
  await boxOf(visitor).fill('I would like');
  await page.reload();
  await visitor.openChat();
  await expect(boxOf(visitor)).toHaveValue('I would like');

  const other = new Visitor(await page.context().newPage());
  await other.page.goto(address);
  await other.followOpenChat();
  await expect(other.log).toContainText('Hello');
  await expect(boxOf(other)).toHaveValue('');
  await boxOf(other).fill('From the other tab');
  await other.page.reload();
  await other.followOpenChat();
  await expect(boxOf(other)).toHaveValue('From the other tab');
  await expect(boxOf(visitor)).toHaveValue('I would like');

  await visitor.dialog.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.log).toContainText('I would like');
  await page.reload();
  await visitor.followOpenChat();
  await expect(visitor.log).toContainText('I would like');
  await expect(boxOf(visitor)).toHaveValue('');
});

test('it is stored only where the visitor allows it, and gone for another person', async ({ page, site }) => {
  await page.clock.install();
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { consent: 'required' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.say('Hello');
  await boxOf(visitor).fill('I would like');
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  // Longer than what is typed waits to be stored.
  await page.clock.runFor(1_000);
  expect(await stored()).toBe('{}');
  await page.evaluate(() => Object(window).LeadChat.setConsent('granted'));
  await expect.poll(stored).toContain('I would like');
  await page.evaluate(() => Object(window).LeadChat.reset());
  await expect(boxOf(visitor)).toHaveValue('');
  expect(await stored()).not.toContain('I would like');
});
