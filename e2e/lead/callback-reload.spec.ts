import { holdCalls } from '../support/hold-calls.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const agent = 'c1000000-0000-4000-8000-000000000001';

const test = testOn({ config: { forms: { default: { callback: { agent, countries: ['US'] } } } } });

test('a visitor who reloads the page during a call still sees its status until the call ends', async ({
  page,
  site,
}) => {
  const visitor = new Visitor(page);
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  await visitor.openChat();
  await visitor.phone.pressSequentially('+1 415 555 0110');
  await visitor.dialog.getByLabel('First name').fill('Rosalind');
  const releaseCall = await holdCalls(page, site, 'ringing');
  await visitor.dialog.getByRole('button', { name: 'Call me now' }).click();
  const banner = visitor.dialog.getByRole('status');
  await expect(banner.getByText("We're calling you now.")).toBeVisible();

  await page.reload();
  await visitor.openChat();
  await expect(banner.getByText("We're calling you now.")).toBeVisible();
  releaseCall();
  await expect(banner.getByText('The call has ended.')).toBeVisible();

  await page.reload();
  await visitor.openChat();
  await expect(visitor.log).toContainText('Rosalind');
  await expect(banner.getByText(/call/)).toHaveCount(0);
});
