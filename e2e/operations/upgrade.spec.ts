import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { type Builds, buildPrevious, type Installation, install } from '../support/installation.ts';
import { servedTest as test } from '../support/served-test.ts';
import { Visitor } from '../support/visitor.ts';

let builds: Builds;
let installation: Installation;
test.beforeAll(async () => {
  builds = await buildPrevious();
});
test.afterEach(() => installation.stop());
test.afterAll(() => builds.remove());

/** Whose modules run in the page: those of the previous build, of the next one, or of both. */
async function loadedBuilds(page: Page): Promise<string[]> {
  const modules = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.responseStatus === 200)
      .flatMap(({ name }) => /\/(assets\/[\w-]+\.js)$/.exec(name)?.[1] ?? []),
  );
  const isOnlyIn = (folder: string, other: string) =>
    modules.some((file) => existsSync(join(folder, file)) && !existsSync(join(other, file)));
  const { previous, next } = builds;
  return [...(isOnlyIn(previous, next) ? ['previous'] : []), ...(isOnlyIn(next, previous) ? ['next'] : [])];
}

test('a visitor who returns after an upgrade finds the conversation, the pending lead and the pending message', async ({
  page,
}) => {
  installation = await install(builds);
  const visitor = new Visitor(page);
  await page.goto(installation.site);
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-2692', firstName: 'Mary' });
  await installation.proxy.stop('SIGKILL');
  await visitor.startChat();
  await expect(visitor.dialog).toContainText("Saved. We'll send it as soon as the connection is back.");
  await visitor.say('Before the upgrade');
  await expect(visitor.log).toContainText('Thank you');
  const session = await visitor.storedSession(installation.flow);
  await installation.sandbox.stop('SIGKILL');
  await expect(visitor.dialog).toContainText('Reconnecting…');
  await visitor.say('Typed during the upgrade');
  expect(await loadedBuilds(page)).toEqual(['previous']);

  // The visitor leaves the page, so the pending lead and message exist only in the browser.
  await page.goto('about:blank');
  await installation.sandbox.start();
  await installation.upgrade();
  // Browsers cache the script for a minute.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await page.goto(installation.site);
  await visitor.openChat();
  expect(await loadedBuilds(page)).toEqual(['next']);
  await expect(visitor.log).toContainText('Before the upgrade');
  await expect(visitor.log.getByText('Typed during the upgrade', { exact: true })).toHaveCount(1);
  await expect
    .poll(() => installation.visitorMessages(session))
    .toEqual(['Before the upgrade', 'Typed during the upgrade']);
  await expect(visitor.log).not.toContainText('Waiting for a connection');
  await expect.poll(() => installation.phones()).toEqual(['14155552692']);
  expect(await visitor.storedSession(installation.flow)).toBe(session);
});

test('an open page of the previous build continues its conversation, or opens its chat, with the modules of its build', async ({
  page,
  browser,
}) => {
  installation = await install(builds);
  const visitor = new Visitor(page);
  await page.goto(installation.site);
  await visitor.leaveLead({ phone: '(415) 555-2693', firstName: 'Annie' });
  await visitor.say('Before the upgrade');
  const other = await browser.newContext();
  const closed = new Visitor(await other.newPage());
  await closed.page.goto(installation.site);
  await expect(closed.page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await installation.upgrade();
  await visitor.say('After the upgrade');
  const session = await visitor.storedSession(installation.flow);
  await expect.poll(() => installation.visitorMessages(session)).toEqual(['Before the upgrade', 'After the upgrade']);
  // The menu's module was never loaded before.
  await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
  await expect(visitor.dialog.getByText('New conversation')).toBeVisible();
  expect(await loadedBuilds(page)).toEqual(['previous']);

  await closed.leaveLead({ phone: '(415) 555-2694', firstName: 'Joan' });
  expect(await loadedBuilds(closed.page)).toEqual(['previous']);
  await expect.poll(async () => (await installation.phones()).sort()).toEqual(['14155552693', '14155552694']);
  await other.close();
});

test('without archived files of the previous build, its script opens the panel of the next build', async ({ page }) => {
  installation = await install(builds, { keepAssetsIn: false });
  const visitor = new Visitor(page);
  await page.goto(installation.site);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await installation.upgrade();
  await visitor.leaveLead({ phone: '(415) 555-2695', firstName: 'Radia' });
  expect(await loadedBuilds(page)).toEqual(['next']);
  await expect.poll(() => installation.phones()).toEqual(['14155552695']);
});
