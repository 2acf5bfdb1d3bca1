import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { replaceFiles } from '../../build/replace-files.ts';
import { type Clone, cloneProject, type StartedDemo } from '../support/clone.ts';
import { type Builds, type Installation, install } from '../support/installation.ts';
import { servedTest as test } from '../support/served-test.ts';
import { Visitor } from '../support/visitor.ts';

let clone: Clone;
let demo: StartedDemo;
/** What `npm start` has built in the clone is the previous build. */
let builds: Builds;
let installed: Installation | undefined;
test.beforeAll(async () => {
  clone = await cloneProject();
  demo = await clone.start();
  builds = { previous: join(clone.folder, 'dist'), next: 'dist' };
});
test.afterEach(async () => {
  await installed?.stop();
  installed = undefined;
});
test.afterAll(() => clone.remove());

/** Installs the previous build, until the end of the test. */
async function installPrevious(config: Record<string, unknown> = {}): Promise<Installation> {
  installed = await install(builds, config);
  return installed;
}

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

test('npm start prints three addresses that respond, serves the whole widget while a build replaces its files, and exits with 0 on SIGTERM', async () => {
  const { addresses } = demo;
  expect(Object.keys(addresses)).toEqual(['site', 'proxy', 'sandbox']);
  expect(await (await fetch(addresses.site)).text()).toContain(`${addresses.proxy}/leadchat.js`);
  // What the agent shows, and no page names.
  expect((await fetch(`${addresses.site}/practice.svg`)).headers.get('content-type')).toBe('image/svg+xml');
  const lead = await fetch(`${addresses.proxy}/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ form: 'default', fields: { phone: '(415) 555-2671' } }),
  });
  expect(lead.status).toBe(202);
  await expect
    .poll(async () => (await (await fetch(`${addresses.sandbox}/sandbox/state`)).json()).enrolments.length)
    .toBe(1);
  expect(await requestDuring(addresses.proxy, () => replaceBuild(builds.previous))).toEqual([]);
  expect(await demo.stop()).toBe(0);
});

test('a visitor who returns after an upgrade finds the conversation, the pending lead and the pending message', async ({
  page,
}) => {
  const installation = await installPrevious();
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
  const installation = await installPrevious();
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
  const installation = await installPrevious({ keepAssetsIn: false });
  const visitor = new Visitor(page);
  await page.goto(installation.site);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await installation.upgrade();
  await visitor.leaveLead({ phone: '(415) 555-2695', firstName: 'Radia' });
  expect(await loadedBuilds(page)).toEqual(['next']);
  await expect.poll(() => installation.phones()).toEqual(['14155552695']);
});

/** Puts a build in place of the one that is there, as build/build.ts does, again and again. */
async function replaceBuild(dist: string): Promise<void> {
  const next = `${dist}-next`;
  for (let round = 0; round < 4; round++) {
    await cp(dist, next, { recursive: true });
    await replaceFiles(next, dist);
  }
}

/** Requests the script and what it loads first while something happens, and lists what was not served. */
async function requestDuring(proxy: string, happen: () => Promise<void>): Promise<string[]> {
  const failures: string[] = [];
  let isOver = false;
  const happening = happen().finally(() => {
    isOver = true;
  });
  do {
    const script = await fetch(`${proxy}/leadchat.js`);
    const [panel] = /assets\/panel-[\w-]+\.js/.exec(await script.text()) ?? [];
    if (script.status !== 200 || panel === undefined) failures.push(`leadchat.js: ${script.status}, panel ${panel}`);
    for (const name of [panel ?? '', 'panel.js', 'integrity.json']) {
      const response = await fetch(`${proxy}/${name}`);
      const body = await response.text();
      if (response.status !== 200 || body === '') failures.push(`${name}: ${response.status}`);
    }
  } while (!isOver);
  await happening;
  return failures;
}
