import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { codeBlocks, configBlock } from '../../test/support/code-blocks.ts';
import { type HostSite, startHostSite } from '../support/host-site.ts';
import { expect, hostPage, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

/** A block of the docs that contains this text, with the address of the site's proxy. */
function recipe(page: string, text: string, site: HostSite): string {
  const block = codeBlocks(page, readFileSync(page, 'utf8')).find(({ code }) => code.includes(text));
  if (block === undefined) throw new Error(`${page} has no code with ${text}`);
  return block.code.replaceAll('https://chat.example.com', site.proxy.url);
}

const test = testOn({
  config: { widget: { title: 'Northlight Dental' }, forms: { default: {}, jobs: { fields: [{ name: 'role' }] } } },
});

const router = `<script>window.go = (path) => history.pushState({}, '', path);</script>`;
const go = (page: Page, path: string) => page.evaluate((next) => Object(window).go(next), path);

test('"hide on the checkout" of the docs hides the chat there, in a single-page app too', async ({ page, site }) => {
  const head = recipe('docs/pages.md', '"/checkout", "hidden": true', site) + router;
  for (const path of ['/', '/checkout']) site.put(path, hostPage({ head }));
  const launcher = page.locator('button.launcher');
  await page.goto(`${site.url}/checkout`);
  await page.waitForFunction(() => Object(window).LeadChat?.getState().hidden);
  await expect(launcher).toBeHidden();
  await go(page, '/prices');
  await expect(page.getByRole('button', { name: 'A question about prices?' })).toBeVisible();
  await go(page, '/jobs');
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByRole('dialog', { name: 'Join us' }).getByLabel('Role')).toBeVisible();
  await go(page, '/checkout');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(launcher).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Join us' })).toBeVisible();
});

test('"texts of your own" of the docs are in the language of the page, and follow it', async ({ page, site }) => {
  const head = recipe('docs/languages.md', 'data-launcher-text=', site);
  await page.goto(site.put('/', hostPage({ head, htmlAttributes: 'lang="de"' })));
  await page.getByRole('button', { name: 'Fragen? Chat öffnen' }).click();
  await expect(page.getByRole('dialog', { name: 'Nordlicht' })).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.lang = 'en';
  });
  await expect(page.getByRole('dialog', { name: 'Northlight' })).toBeVisible();
});

test('"an emergency route" of the docs takes an urgent lead to another journey and agent', async ({ browser }) => {
  const config = await configBlock('docs/forms.md', "name: 'emergency'");
  const ids = { journeys: ['a2000000-0000-4000-8000-000000000002'], agents: ['c2000000-0000-4000-8000-000000000002'] };
  const site = await startHostSite({ config, ids });
  const page = await browser.newPage();
  try {
    await page.goto(site.put('/', hostPage({ head: `<script src="${site.proxy.url}/leadchat.js" async></script>` })));
    const visitor = new Visitor(page);
    await visitor.openChat();
    await visitor.phone.pressSequentially('+1 415 555 2651');
    await visitor.dialog.getByLabel('Is it urgent?').selectOption('yes');
    await visitor.dialog.getByLabel('What hurts?').fill('A tooth');
    await visitor.dialog.getByRole('button', { name: 'Call me now' }).click();
    const lead = async () => (await site.state()).leads.find(({ phone }) => phone === '14155552651');
    await expect.poll(lead).toMatchObject({ symptom: 'A tooth', tags: ['website', 'emergency'] });
    await expect
      .poll(async () => (await site.state()).enrolments.map(({ workflow_id }) => workflow_id))
      .toEqual(ids.journeys);
    await expect.poll(async () => (await site.state()).calls).toMatchObject([{ agent: ids.agents[0] }]);
  } finally {
    await page.close();
    await site.stop();
  }
});
