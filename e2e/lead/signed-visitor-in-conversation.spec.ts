import { identitySecret, signToken } from '../../test/support/sign-token.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({
  config: {
    widget: { title: 'Northlight Dental', leadForm: 'later' },
    identity: { secret: identitySecret },
    forms: { default: { defaultCountry: 'US', consent: { text: 'May we call you?', version: 'v1' } } },
  },
});

test('the form in the conversation has the values of a signed visitor, and the lead says which are verified', async ({
  page,
  site,
}) => {
  const userToken = signToken({ phone: '+14155552645', email: 'ada@example.com' });
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { userToken }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.say('Hello');
  const session = await visitor.startedSession(site.flow);
  expect(await site.phones()).toEqual([]);

  await page.evaluate(() => Object(window).LeadChat.showForm());
  await expect(visitor.phone).toHaveValue('+1 415 555 2645');
  await expect(visitor.phone).toHaveAttribute('readonly');
  await expect(visitor.dialog.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(visitor.dialog.getByLabel('Email')).toHaveAttribute('readonly');
  await visitor.dialog.getByLabel('First name').fill('Ada');
  await visitor.dialog.getByLabel('May we call you?').check();
  await visitor.dialog.getByRole('button', { name: 'Submit my details' }).click();
  await expect(visitor.log.getByText('Thank you!')).toBeVisible();
  await expect
    .poll(async () => (await site.state()).leads.find(({ phone }) => phone === '14155552645'))
    .toMatchObject({ first_name: 'Ada', email: 'ada@example.com', verified_fields: 'phone,email' });
  await visitor.say('Thanks');
  expect(await visitor.storedSession(site.flow)).toBe(session);
});

test('a token that is forged fills nothing in the conversation, and the typed lead is not verified', async ({
  page,
  site,
  faults,
}) => {
  const userToken = signToken({ phone: '+14155559999' }, { secret: 'a-secret-that-somebody-else-has-made' });
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { userToken }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.say('Hello');
  await page.evaluate(() => Object(window).LeadChat.showForm());
  await expect(visitor.phone).toHaveValue('');
  await visitor.fillForm({ phone: '(415) 555-2646' });
  await visitor.dialog.getByLabel('May we call you?').check();
  await visitor.dialog.getByRole('button', { name: 'Submit my details' }).click();
  await expect(visitor.log.getByText('Thank you!')).toBeVisible();
  const lead = async () => (await site.state()).leads.find(({ phone }) => phone === '14155552646');
  await expect.poll(lead).toBeDefined();
  expect(await lead()).not.toHaveProperty('verified_fields');
  expect(await site.phones()).not.toContain('14155559999');
  await expect.poll(() => faults.join()).toContain('userToken ');
  faults.splice(0);
  await visitor.say('Thanks');
});
