import { fetchFor } from '../support/fetch-for.ts';
import { holdCalls } from '../support/hold-calls.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const agent = 'c1000000-0000-4000-8000-000000000001';
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

// Closed now, open for an hour three days from now.
const openDay = days[new Date(Date.now() + 3 * 86_400_000).getUTCDay()];
const hours = [{ days: [openDay], from: '09:00', to: '10:00' }];
const test = testOn({
  config: {
    forms: {
      default: { callback: { agent, countries: ['US'] } },
      closed: { callback: { agent, countries: ['US'], hours, timeZone: 'UTC' } },
    },
  },
});

test.use({ timezoneId: 'America/New_York' });

async function leaveLead(visitor: Visitor, phone: string): Promise<void> {
  await visitor.openChat();
  await visitor.phone.pressSequentially(phone);
  await visitor.dialog.getByLabel('First name').fill('Rosalind');
  await visitor.dialog.getByRole('button', { name: 'Call me later' }).click();
}

test('a visitor plans a call, finds the plan after a reload and in another tab, and cancels it there', async ({
  context,
  page,
  site,
}) => {
  const visitor = new Visitor(page);
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  await leaveLead(visitor, '+1 415 555 0120');
  const planner = visitor.dialog.getByRole('region', { name: 'When should we call you?' });
  const days = planner.getByRole('group', { name: 'Day' }).getByRole('radio');
  const times = planner.getByRole('group', { name: 'Time (Eastern Time)' }).getByRole('radio');
  await expect(days.first()).toBeFocused();
  await expect(days.first()).toBeChecked();
  expect(await days.count()).toBeGreaterThanOrEqual(7);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(days.nth(2)).toBeChecked();
  await expect(times.first()).toBeChecked();
  await planner.getByRole('radio', { name: '10:30 AM', exact: true }).check();
  await planner.getByRole('button', { name: 'Schedule call' }).click();

  const plan = /We'll call you: \w{3}, \w{3} \d+, 10:30 AM/;
  const banner = visitor.dialog.getByRole('status');
  await expect(banner.getByText(plan)).toBeVisible();
  await expect(planner).toBeHidden();
  await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
  await expect(visitor.dialog.getByRole('button', { name: 'Call me later' })).toBeHidden();

  await page.reload();
  await visitor.openChat();
  await expect(banner.getByText(plan)).toBeVisible();

  const second = new Visitor(await context.newPage());
  await second.page.goto(page.url());
  await second.followOpenChat();
  const secondBanner = second.dialog.getByRole('status');
  await expect(secondBanner.getByText(plan)).toBeVisible();
  await secondBanner.getByRole('button', { name: 'Cancel call' }).click();
  await expect(secondBanner.getByText('The call is cancelled.')).toBeVisible();
  await expect(banner.getByText('The call is cancelled.')).toBeVisible();

  await banner.getByRole('button', { name: 'Call me later' }).click();
  await expect(planner).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(planner).toBeHidden();
  await expect(visitor.dialog).toBeVisible();
});

test('a planned call is placed at its time', async ({ page, site }) => {
  const visitor = new Visitor(page);
  // In a moment instead of at the next half hour, but not before the proxy reads it: from here, without the browser.
  await page.route(`${site.proxy.url}/calls`, async (route) => {
    const body = { ...route.request().postDataJSON(), at: new Date(Date.now() + 10_000).toISOString() };
    await route.fulfill({ response: await fetchFor(route, { postData: JSON.stringify(body) }) });
  });
  const releaseCall = await holdCalls(page, site, 'planned');
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  await leaveLead(visitor, '+1 415 555 0121');
  await visitor.dialog.getByRole('button', { name: 'Schedule call' }).click();
  const banner = visitor.dialog.getByRole('status');
  await expect(banner.getByText("We'll call you:")).toBeVisible();
  await page.reload();
  await visitor.openChat();
  await expect(banner.getByText("We'll call you:")).toBeVisible();
  releaseCall();
  await expect(banner.getByText('The call has ended.')).toBeVisible();
  const { calls } = await site.state();
  expect(calls.filter(({ to }) => to === '14155550121')).toHaveLength(1);
});

test('outside of its hours, the call-back says when it is available and can be planned', async ({ page, site }) => {
  const visitor = new Visitor(page);
  await page.goto(site.put('/closed', hostPage({ head: tagOf(site, { form: 'closed' }) })));
  await visitor.openChat();
  await visitor.phone.pressSequentially('+1 415 555 0122');
  await expect(
    visitor.dialog.getByText(/^We call \w{3} [45]:00 AM–[56]:00 AM \(your local time\)\. Next: \w+day/),
  ).toBeVisible();
  await expect(visitor.dialog.getByRole('button', { name: 'Call me now' })).toBeHidden();
  await visitor.dialog.getByLabel('First name').fill('Rosalind');
  await visitor.dialog.getByRole('button', { name: 'Call me later' }).click();
  const planner = visitor.dialog.getByRole('region', { name: 'When should we call you?' });
  await expect(planner.getByRole('group', { name: 'Day' }).getByRole('radio')).toHaveCount(1);
  await expect(planner.getByRole('group', { name: /^Time/ }).getByRole('radio')).toHaveCount(2);
});

// The planner lay over the content, which Tab and screen readers still reached.
test('nothing below the planner can be reached while it is open, and the focus returns there', async ({
  page,
  site,
}) => {
  const visitor = new Visitor(page);
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  await visitor.openChat();
  await visitor.phone.pressSequentially('+1 415 555 0129');
  await visitor.dialog.getByLabel('First name').fill('Rosalind');
  await visitor.startChat();
  await expect(visitor.log).toBeVisible();
  await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
  await visitor.dialog.getByRole('button', { name: 'Call me later' }).click();
  const planner = visitor.dialog.getByRole('region', { name: 'When should we call you?' });
  await expect(planner.getByRole('group', { name: 'Day' }).getByRole('radio').first()).toBeFocused();
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.evaluate((field) => field.focus());
  await expect(composer).not.toBeFocused();
  await expect(visitor.dialog.getByRole('button', { name: 'Menu' })).toBeVisible();
  await planner.getByRole('button', { name: 'Cancel' }).click();
  await expect(visitor.dialog.getByRole('textbox', { name: 'Message' })).toBeFocused();
});
