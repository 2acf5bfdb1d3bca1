import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({ config: { widget: { title: 'Northlight Dental', askAfter: { answers: 2 } } } });

/** Waits longer than the form may take after an answer. */
async function expectNoForm(visitor: Visitor): Promise<void> {
  await visitor.page.clock.runFor(2_000);
  await expect(visitor.phone).toHaveCount(0);
}

async function answered(visitor: Visitor, count: number): Promise<void> {
  // The greeting comes first.
  await expect(visitor.log.locator('.row.agent')).toHaveCount(count + 1);
}

test('the form is offered after the second answer, once a visit, and leaves the focus where it is', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'later' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.log).toContainText('What can we do for you?');
  await expectNoForm(visitor);
  await visitor.say('Do you have anything on Thursday?');
  await answered(visitor, 1);
  await expectNoForm(visitor);
  await visitor.say('Where are you?');
  await answered(visitor, 2);
  await page.clock.runFor(2_000);
  await expect(visitor.phone).toBeVisible();
  await expect(visitor.dialog.getByRole('textbox', { name: 'Message' })).toBeFocused();

  await visitor.dialog.getByRole('button', { name: 'Not now' }).click();
  await visitor.say('Thanks');
  await answered(visitor, 3);
  await expectNoForm(visitor);
  await page.reload();
  await visitor.openChat();
  await expect(visitor.log).toContainText('Thanks');
  await visitor.say('One more thing');
  await answered(visitor, 4);
  await expectNoForm(visitor);
});

test('a visitor who skipped the form is offered it later, and can leave a lead', async ({ page, site }) => {
  await page.clock.install();
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'optional' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.dialog.getByLabel('First name').fill('Ada');
  await visitor.dialog.getByRole('button', { name: 'Skip' }).click();
  await expect(visitor.log).toContainText('What can we do for you?');
  await visitor.say('Hello');
  await answered(visitor, 1);
  await visitor.say('Where are you?');
  await answered(visitor, 2);
  await page.clock.runFor(2_000);
  await expect(visitor.dialog.getByLabel('First name')).toHaveValue('Ada');
  await visitor.phone.pressSequentially('(415) 555-2675');
  await visitor.dialog.getByRole('button', { name: 'Submit my details' }).click();
  await expect(visitor.log.getByText('Thank you!')).toBeVisible();
  await expect.poll(site.phones).toContain('14155552675');
});

test('a visitor whose lead is known is not asked', async ({ page, site }) => {
  await page.clock.install();
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'optional' }) })));
  const visitor = new Visitor(page);
  await visitor.leaveLead({ phone: '(415) 555-2676' });
  await expect(visitor.log.locator('.row.agent')).toHaveCount(1);
  await visitor.say('Hello');
  await answered(visitor, 1);
  await visitor.say('Where are you?');
  await answered(visitor, 2);
  await expectNoForm(visitor);
});
