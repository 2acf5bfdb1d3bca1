import type { Page } from 'playwright/test';
import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

const hours = {
  timeZone: 'America/Los_Angeles',
  open: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
};

test.use({ timezoneId: 'America/New_York' });

/** Opens the chat on Sunday, 22 November 2026, at half past seven in the evening in Los Angeles. */
async function visitOnSunday(page: Page, site: string, options: Record<string, unknown>): Promise<Visitor> {
  await page.clock.install({ time: '2026-11-22T19:30:00-08:00' });
  await page.goto(site);
  await page.evaluate((next) => Object(window).LeadChat('update', next), { hours, ...options });
  const visitor = new Visitor(page);
  await visitor.openChat();
  return visitor;
}

test('outside its hours the chat says when the site is back, in the time zone of the visitor, and continues', async ({
  page,
  stack,
}) => {
  const visitor = await visitOnSunday(page, stack.site, {});
  await expect(visitor.dialog.getByText('Back Monday 12:00 PM', { exact: true })).toBeVisible();
  await visitor.fillForm({ phone: '(415) 555-2783', firstName: 'Grace' });
  await visitor.startChat();
  await expect(visitor.log).toContainText('Grace');
  await expect(visitor.dialog.getByText('Back Monday 12:00 PM', { exact: true })).toBeVisible();
  await visitor.say('Are you there?');
  await page.clock.pauseAt('2026-11-23T09:00:01-08:00');
  await expect(visitor.dialog.getByText('Online', { exact: true })).toBeVisible();
});

test('with leads only outside the hours, the open form offers the chat at the moment of opening', async ({
  page,
  stack,
}) => {
  const visitor = await visitOnSunday(page, stack.site, { away: 'lead-only' });
  const { dialog } = visitor;
  await visitor.fillForm({ phone: '(415) 555-2784', firstName: 'Grace' });
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeVisible();
  await page.clock.pauseAt('2026-11-23T08:59:00-08:00');
  await expect(dialog.getByText('Back Monday 12:00 PM', { exact: true })).toBeVisible();
  await page.clock.runFor(60_000);
  await page.clock.resume();
  await expect(dialog.getByRole('button', { name: 'Start chat' })).toBeVisible();
  await expect(dialog.getByText(/^Back/)).toHaveCount(0);
  await expect(dialog.getByLabel('First name')).toHaveValue('Grace');
  await visitor.startChat();
  await expect(visitor.log).toContainText('Grace');
});

test('a visitor who leaves a lead at night gets thanks, and can chat in the morning', async ({ page, stack }) => {
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  const visitor = await visitOnSunday(page, stack.site, { away: 'lead-only' });
  const { dialog } = visitor;
  await visitor.fillForm({ phone: '(415) 555-2785', firstName: 'Grace' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText("We'll be in touch when we're back: Monday 12:00 PM.")).toBeVisible();
  expect(sockets).toEqual([]);
  await page.clock.pauseAt('2026-11-23T09:00:01-08:00');
  await page.clock.resume();
  await dialog.getByRole('button', { name: 'Start chat' }).click();
  await expect(visitor.log).toContainText('Grace');
  expect(sockets).toHaveLength(1);
});
