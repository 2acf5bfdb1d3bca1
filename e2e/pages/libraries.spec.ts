import { sampleOf } from '../../test/support/sample.ts';
import { libraries } from '../support/libraries.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({
  config: {
    widget: {
      title: 'Northlight Dental',
      starters: ['Prices?', 'Hours?'],
      experiments: [{ name: 'hello', variants: [{ name: 'one' }, { name: 'two' }] }],
    },
  },
});

const stub =
  'window.LeadChat = window.LeadChat || function () { (LeadChat.q = LeadChat.q || []).push(arguments); };' +
  "LeadChat('on', 'message:sent', () => { window.sent = (window.sent || 0) + 1; });";

for (const [name, script] of sampleOf(Object.entries(libraries), 2)) {
  test(`a lead, a chat, its menu and the calls of the page work on a page with ${name}`, async ({ page, site }) => {
    const phone = `1415555${2600 + Object.keys(libraries).indexOf(name)}`;
    const head = `<script>{${script}}\n${stub}</script>${tagOf(site)}`;
    await page.goto(site.put('/', hostPage({ head })));
    const visitor = new Visitor(page);
    await visitor.leaveLead({ phone: phone.slice(1), firstName: 'Ada' });
    await expect(visitor.log).toContainText('Hi Ada');
    await expect.poll(() => site.phones()).toContain(phone);
    await visitor.say('Does this arrive?');
    await expect(visitor.log).toContainText('Thank you');
    expect(await page.evaluate(() => Object(window).sent)).toBe(1);

    await page.evaluate(() => Object(window).LeadChat.update({ title: 'Southlight' }));
    await expect(page.getByRole('dialog', { name: 'Southlight' })).toBeVisible();
    await page.evaluate(() => Object(window).LeadChat.update({ title: 'Northlight Dental' }));
    await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
    await expect(visitor.dialog.getByRole('button', { name: 'New conversation' })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.reload();
    await visitor.openChat();
    await expect(visitor.log).toContainText('Does this arrive?');
    await visitor.say('And after the reload?');
    await page.evaluate(() => Object(window).LeadChat.destroy());
    await expect(page.locator('leadchat-widget')).toHaveCount(0);
  });
}
