import type { Page, WebSocketRoute } from 'playwright/test';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

/** An agent whose messages the test sends. */
async function agentOf(page: Page): Promise<{ say(text: string): void }> {
  const sockets: WebSocketRoute[] = [];
  let count = 0;
  await page.routeWebSocket(/\/webchat\//, (socket) => {
    sockets.push(socket);
    socket.send(JSON.stringify({ type: 'session', id: '1', session_id: 'webchat-session.of-this-test' }));
  });
  return {
    say(content) {
      count++;
      sockets.at(-1)?.send(JSON.stringify({ type: 'message', id: `m${count}`, name: 'Nora', content }));
    },
  };
}

/** Puts the page into the background, or back. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    Object.defineProperty(document, 'visibilityState', { value: value ? 'hidden' : 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

async function visit(page: Page, site: HostSite): Promise<Visitor> {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.dialog).toContainText('Online');
  return visitor;
}

test('messages received while the panel is closed appear in the badge and the preview, and in the title of a background tab', async ({
  page,
  site,
}) => {
  const agent = await agentOf(page);
  const visitor = await visit(page, site);
  // The preview waits for the code that formats for three seconds only, so it is loaded before.
  agent.say('*Hello*');
  await expect(visitor.log.getByRole('emphasis')).toHaveText('Hello');
  await visitor.dialog.getByRole('button', { name: 'Close' }).click();
  agent.say('Are you **still** there?');
  const bubble = page.getByRole('button', { name: 'Open chat' });
  await expect(bubble).toHaveAccessibleDescription('1 new message');
  await expect(page.getByRole('button', { name: /Are you still there\?/ })).toBeVisible();
  expect(await page.title()).toBe('Northlight Dental');

  await setHidden(page, true);
  agent.say('Hello?');
  await expect(page).toHaveTitle('(2) Northlight Dental');
  await expect(bubble).toHaveAccessibleDescription('2 new messages');
  await setHidden(page, false);
  await expect(page).toHaveTitle('Northlight Dental');

  await visitor.openChat();
  await expect(page.getByRole('button', { name: 'Close chat' })).toHaveAccessibleDescription('');
  await expect(visitor.log).toContainText('Hello?');
});

test('a page that has a number in its title keeps it, whether it changes while the visitor is away or not', async ({
  page,
  site,
}) => {
  const agent = await agentOf(page);
  const visitor = await visit(page, site);
  await visitor.dialog.getByRole('button', { name: 'Close' }).click();
  const setTitle = (title: string) =>
    page.evaluate((text) => {
      document.title = text;
    }, title);

  await setTitle('(1) Inbox');
  agent.say('Hello?');
  await expect(page.getByRole('button', { name: 'Open chat' })).toHaveAccessibleDescription('1 new message');
  await setHidden(page, true);
  await setHidden(page, false);
  await expect(page).toHaveTitle('(1) Inbox');

  await setHidden(page, true);
  await setTitle('(1) Drafts');
  await setHidden(page, false);
  await expect(page).toHaveTitle('(1) Drafts');

  // A page that does not count may have changed the rest of its title.
  await setTitle('Shop');
  await setHidden(page, true);
  await expect(page).toHaveTitle('(1) Shop');
  await setTitle('(1) Shop, your cart');
  await setHidden(page, false);
  await expect(page).toHaveTitle('Shop, your cart');
});

test('a visitor who has scrolled up stays there, sees the number of new messages, and jumps to them with a button', async ({
  page,
  site,
}) => {
  const agent = await agentOf(page);
  const { log, dialog } = await visit(page, site);
  for (let line = 1; line <= 30; line++) agent.say(`Line ${line}`);
  await expect(log.getByText('Line 30', { exact: true })).toBeInViewport();
  const toEnd = () =>
    log.evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop);
  await expect.poll(toEnd).toBe(0);
  await log.hover();
  await page.mouse.wheel(0, -600);
  await expect.poll(toEnd).toBe(600);
  const jump = dialog.getByRole('button', { name: /Go to the latest message/ });
  await expect(jump).toBeVisible();
  const top = await log.evaluate((element) => element.scrollTop);
  agent.say('Line 31');
  agent.say('Line 32');
  await expect(jump).toContainText('2');
  expect(await log.evaluate((element) => element.scrollTop)).toBe(top);
  await jump.click();
  await expect(log.getByText('Line 32', { exact: true })).toBeInViewport();
  await expect(jump).toBeHidden();
  agent.say('Line 33');
  await expect(log.getByText('Line 33', { exact: true })).toBeInViewport();
});

test('new messages play a sound if the visitor turned it on, and separators mark the days', async ({ page, site }) => {
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    Object.assign(window, { tones: 0 });
    OscillatorNode.prototype.start = function (...when) {
      Object.assign(window, { tones: Object(window).tones + 1 });
      start.apply(this, when);
    };
  });
  await page.clock.install({ time: '2026-11-19T23:00:00-08:00' });
  const agent = await agentOf(page);
  const { log, dialog } = await visit(page, site);
  agent.say('One');
  await expect(log.getByText('Today')).toBeVisible();
  await expect(log.getByText('One', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => Object(window).tones)).toBe(0);

  await dialog.getByRole('button', { name: 'Menu' }).click();
  await dialog.getByRole('checkbox', { name: 'Sound' }).check();
  await page.keyboard.press('Escape');
  await page.clock.runFor('01:05:00');
  agent.say('Two');
  await expect(log.getByText('Two', { exact: true })).toBeVisible();
  await expect.poll(() => page.evaluate(() => Object(window).tones)).toBeGreaterThan(0);
  await expect(log.locator('.day')).toHaveText(['Yesterday', 'Today']);
});
