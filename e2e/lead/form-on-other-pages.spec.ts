import type { Page } from 'playwright/test';
import { sampleOf } from '../../test/support/sample.ts';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const phone = { name: 'phone', type: 'tel' };
const test = testOn({
  config: {
    widget: { title: 'Northlight Dental', leadForm: 'later' },
    forms: {
      default: { fields: [phone, { name: 'time', label: 'When may we call?' }] },
      jobs: { fields: [phone, { name: 'time', label: 'I work full time', type: 'checkbox' }] },
    },
  },
});

const go = (page: Page, path: string) => page.evaluate((next) => history.pushState({}, '', next), path);

/** A visitor who has said something and has begun to fill in the form of the home page. */
async function beginForm(page: Page, site: HostSite, leadForm: string): Promise<Visitor> {
  const pages = JSON.stringify([{ url: '/jobs', form: 'jobs', leadForm }]);
  await page.goto(site.put('/home', hostPage({ head: tagOf(site, { pages }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.say('Hello');
  await page.evaluate(() => Object(window).LeadChat.showForm());
  await visitor.phone.pressSequentially('(415) 555-26');
  await visitor.dialog.getByLabel('When may we call?').fill('In the morning');
  return visitor;
}

for (const leadForm of sampleOf(['later', 'optional', 'required'], 1)) {
  test(`the form stays open on a page with another one that is ${leadForm}, and on the way back`, async ({
    page,
    site,
  }) => {
    const visitor = await beginForm(page, site, leadForm);
    await go(page, '/jobs');
    const fullTime = visitor.dialog.getByLabel('I work full time');
    await expect(fullTime).not.toBeChecked();
    await expect(visitor.phone).toHaveValue('(415) 555-26');
    await fullTime.check();
    await page.goBack();
    await expect(visitor.dialog.getByLabel('When may we call?')).toHaveValue('In the morning');
    await expect(visitor.phone).toHaveValue('(415) 555-26');
    await page.goForward();
    await expect(fullTime).toBeChecked();
    await expect(visitor.log).toContainText('Hello');
  });
}

test('the form comes back after a page that has none', async ({ page, site }) => {
  const visitor = await beginForm(page, site, 'off');
  await go(page, '/jobs');
  await expect(visitor.phone).toHaveCount(0);
  await page.goBack();
  await expect(visitor.dialog.getByLabel('When may we call?')).toHaveValue('In the morning');
  await expect(visitor.phone).toHaveValue('(415) 555-26');
});
