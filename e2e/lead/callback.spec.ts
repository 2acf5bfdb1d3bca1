import { holdCalls } from '../support/hold-calls.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const agent = 'c1000000-0000-4000-8000-000000000001';

const test = testOn({ config: { forms: { default: { callback: { agent, countries: ['US'] } } } } });

test('a visitor requests a call, sees its progress, and sees why a second call is not available', async ({
  page,
  site,
  faults,
}) => {
  const visitor = new Visitor(page);
  const callMe = visitor.dialog.getByRole('button', { name: 'Call me now' });
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  await visitor.openChat();
  await expect(callMe).toBeVisible();
  await visitor.phone.pressSequentially('+49 30 123');
  await expect(callMe).toBeHidden();
  await visitor.phone.fill('');
  await visitor.phone.pressSequentially('+1 415 555 0110');
  await visitor.dialog.getByLabel('First name').fill('Rosalind');
  const releaseCall = await holdCalls(page, site, 'ringing');
  await callMe.click();

  await expect(visitor.log).toContainText('Rosalind');
  const banner = visitor.dialog.getByRole('status');
  await expect(banner.getByText("We're calling you now.")).toBeVisible();
  releaseCall();
  await expect(banner.getByText('The call has ended.')).toBeVisible();
  const { calls } = await site.state();
  expect(calls).toEqual([expect.objectContaining({ to: '14155550110' })]);
  await visitor.dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner.getByText('The call has ended.')).toBeHidden();

  await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
  await callMe.click();
  await expect(banner.getByText("We can't call again for now. Please write to us here.")).toBeVisible();
  expect((await site.state()).calls).toHaveLength(1);
  // The browser reports the response to the second request.
  expect(faults.splice(0).join()).toContain('429');
});
