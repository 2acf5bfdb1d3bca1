import { holdCalls } from '../support/hold-calls.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const agent = 'c1000000-0000-4000-8000-000000000001';

const test = testOn({
  config: {
    widget: { title: 'Northlight Dental', leadForm: 'later' },
    forms: { default: { callback: { agent, countries: ['US'] } } },
  },
});

test('a visitor asks for a call in the form in the conversation, is called, and the chat goes on', async ({
  page,
  site,
}) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const visitor = new Visitor(page);
  const callMe = visitor.dialog.getByRole('button', { name: 'Call me now' });
  await visitor.openChat();
  await visitor.say('Do you have anything on Thursday?');
  const session = await visitor.startedSession(site.flow);
  await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
  await visitor.dialog.getByRole('button', { name: 'Leave my number' }).click();
  await expect(callMe).toBeVisible();
  await visitor.phone.pressSequentially('+49 30 123');
  await expect(callMe).toBeHidden();
  await visitor.phone.fill('');
  await visitor.fillForm({ phone: '+1 415 555 0110' });
  const releaseCall = await holdCalls(page, site, 'ringing');
  await callMe.click();

  await expect(visitor.phone).toHaveCount(0);
  const banner = visitor.dialog.getByRole('status');
  await expect(banner.getByText("We're calling you now.")).toBeVisible();
  await visitor.say('I am at my desk');
  releaseCall();
  await expect(banner.getByText('The call has ended.')).toBeVisible();
  const { calls, leads } = await site.state();
  expect(calls).toEqual([expect.objectContaining({ to: '14155550110' })]);
  expect(leads.map(({ phone }) => phone)).toEqual(['14155550110']);
  await visitor.say('Thanks');
  await expect(visitor.log).toContainText('Do you have anything on Thursday?');
  expect(await visitor.storedSession(site.flow)).toBe(session);
});
