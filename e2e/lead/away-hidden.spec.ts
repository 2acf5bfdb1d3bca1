import type { Page } from 'playwright/test';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

/** Open on Mondays from nine to five. */
const hours = { timeZone: 'UTC', open: [{ days: ['mon'], from: '09:00', to: '17:00' }] };
const options = { leadForm: 'off', away: 'hidden', hours: JSON.stringify(hours) };
const launcher = (page: Page) => page.locator('button.launcher');

test('outside the opening hours nothing is shown or requested, and the widget comes when they begin', async ({
  page,
  site,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.clock.install({ time: new Date('2026-11-23T08:45:00Z') });
  const triggers = JSON.stringify([{ type: 'delay', seconds: 0 }]);
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { ...options, triggers }) })));
  await page.waitForFunction(() => Object(window).LeadChat?.getState().hidden === true);
  await page.clock.fastForward('05:00');
  await expect(launcher(page)).toBeHidden();
  expect(requests).toEqual(['/', '/leadchat.js']);
  await page.clock.fastForward('20:00');
  await expect(launcher(page)).toBeVisible();
  expect(await page.evaluate(() => Object(window).LeadChat.getState().hidden)).toBe(false);
  await page.clock.fastForward('08:00:00');
  await expect(launcher(page)).toBeHidden();
});

test('a chat that is open when the hours end stays until the visitor closes it', async ({ page, site }) => {
  await page.clock.install({ time: new Date('2026-11-23T16:45:00Z') });
  await page.goto(site.put('/', hostPage({ head: tagOf(site, options) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.say('One more thing');
  await page.clock.fastForward('20:00');
  await expect(visitor.dialog).toContainText('Back');
  await visitor.say('Thank you');
  await page.getByRole('button', { name: 'Close chat' }).click();
  await page.clock.fastForward(60_000);
  await expect(launcher(page)).toBeHidden();
});
