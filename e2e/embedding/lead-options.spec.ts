import type { Page } from 'playwright/test';
import { sampleOf } from '../../test/support/sample.ts';
import { identitySecret, signToken } from '../../test/support/sign-token.ts';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';
import { buildWaysIn } from '../support/ways-in/build.ts';

const test = testOn({
  config: {
    identity: { secret: identitySecret },
    forms: { default: { consent: { text: 'May we call you?', version: 'v1' } } },
  },
});

/** Visits a page whose bundle uses one way into the widget. */
async function visit(page: Page, site: HostSite, way: string, path: string, options: Record<string, unknown>) {
  for (const [name, code] of await buildWaysIn()) site.put(`/bundle/${name}`, code);
  const json = JSON.stringify({ proxyUrl: site.proxy.url, ...options }).replaceAll('"', '&quot;');
  const body = '<main></main><script type="module" src="/bundle/client.js"></script>';
  const html = hostPage({ body }).replace('<body>', `<body data-way="${way}" data-options="${json}">`);
  await page.goto(site.put(path, html));
  return new Visitor(page);
}

// test/adapters/every-option.test.ts sets every option in each of them.
for (const [index, way] of sampleOf([...['react', 'vue', 'element'].entries()], 1)) {
  const launcher = (page: Page) => page.locator('button.launcher');

  test(`the form that is asked for later, and a function for the token, are options like any other: ${way}`, async ({
    page,
    site,
  }) => {
    const number = `1415555265${index}`;
    const token = signToken({ phone: `+${number}` });
    await page.addInitScript((value) => {
      const functions = { userToken: async () => value };
      Object.assign(window, { functions });
    }, token);
    const visitor = await visit(page, site, way, `/${way}`, { leadForm: 'later', askAfter: { answers: 1 } });
    await visitor.openChat();
    await expect(visitor.log).toContainText('What can we do for you?');
    await expect(visitor.phone).toHaveCount(0);
    await visitor.say('Do you have anything on Thursday?');
    await expect(visitor.phone).toHaveValue(`+1 415 555 265${index}`);
    await expect(visitor.phone).toHaveAttribute('readonly');
    await visitor.dialog.getByLabel('May we call you?').check();
    await visitor.dialog.getByRole('button', { name: 'Submit my details' }).click();
    await expect(visitor.log.getByText('Thank you!')).toBeVisible();
    await expect
      .poll(async () => (await site.state()).leads.find(({ phone }) => phone === number))
      .toMatchObject({ verified_fields: 'phone' });
    await visitor.say('Thanks');
  });

  test(`pages are an option like any other: ${way}`, async ({ page, site }) => {
    const pages = [
      { url: '/checkout', hidden: true },
      { url: '/prices', launcherText: 'A question about prices?' },
    ];
    const go = (path: string) => page.evaluate((next) => history.pushState({}, '', next), path);
    await visit(page, site, way, '/prices', { leadForm: 'later', pages });
    await expect(launcher(page)).toHaveText('A question about prices?');
    await go('/checkout/payment');
    await expect(launcher(page)).toBeHidden();
    await go('/home');
    await expect(launcher(page)).toHaveText('');
    await expect(launcher(page)).toBeVisible();
  });

  test(`a widget that hides outside the opening hours is an option like any other: ${way}`, async ({ page, site }) => {
    const hours = { timeZone: 'UTC', open: [{ days: ['mon'], from: '09:00', to: '17:00' }] };
    await page.clock.install({ time: new Date('2026-11-23T12:00:00Z') });
    await visit(page, site, way, `/${way}`, { leadForm: 'later', away: 'hidden', hours });
    await expect(launcher(page)).toBeVisible();
    await page.clock.fastForward('06:00:00');
    await expect(launcher(page)).toBeHidden();
  });
}
