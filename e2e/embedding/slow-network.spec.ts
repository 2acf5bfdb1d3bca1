import { expect, test } from 'playwright/test';
import { type HostSite, startHostSite } from '../support/host-site.ts';
import { hostPage, tagOf } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

let site: HostSite;
test.beforeAll(async () => {
  // Without a `defaultCountry`, the proxy refuses numbers without a calling code.
  site = await startHostSite({ config: { forms: { default: {} } } });
});
test.afterAll(() => site.stop());

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('a tap shows progress within 100 ms while the panel loads, and a second tap does not cancel it', async ({
  page,
}) => {
  let sendPanel = () => {};
  const isHeld = new Promise<void>((done) => {
    sendPanel = done;
  });
  await page.route('**/assets/panel-*.js', async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.goto(site.put('/slow.html', hostPage({ body: tagOf(site) })));
  const launcher = page.locator('leadchat-widget').getByRole('button');
  await expect(launcher).toHaveAccessibleName('Open chat');
  const delayMs = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener(
          'click',
          () => {
            const start = performance.now();
            const button = document.querySelector('leadchat-widget')?.shadowRoot?.querySelector('button');
            const check = () => {
              if (button?.ariaBusy === 'true') resolve(performance.now() - start);
              else requestAnimationFrame(check);
            };
            check();
            // In the capture phase: what begins in the widget ends at its root.
          },
          true,
        );
      }),
  );
  await launcher.tap();
  expect(await delayMs).toBeLessThan(100);
  await launcher.tap();
  await expect(launcher).toHaveAttribute('aria-busy', 'true');
  sendPanel();
  await expect(new Visitor(page).phone).toBeVisible();
});

test('without a network, the visitor reads in the language of the page what happened, and can try again or use the contact address', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'de-DE' });
  const page = await context.newPage();
  const body = tagOf(site, { contact: 'mailto:desk@northlight.example' });
  await page.goto(site.put('/offline.html', hostPage({ body, htmlAttributes: 'lang="de"' })));
  const launcher = page.getByRole('button', { name: 'Chat öffnen' });
  await expect(launcher).toBeVisible();
  await context.setOffline(true);
  await launcher.tap();
  const tryAgain = page.getByRole('button', { name: 'Der Chat ist gerade nicht verfügbar. Erneut versuchen' });
  await expect(tryAgain).toBeVisible();
  await expect(page.getByRole('link', { name: 'desk@northlight.example' })).toHaveAttribute(
    'href',
    'mailto:desk@northlight.example',
  );
  await page.screenshot({ path: test.info().outputPath('offline.png') });
  await context.setOffline(false);
  await tryAgain.tap();
  await expect(page.getByRole('dialog', { name: 'Northlight Dental' }).getByLabel('Telefon')).toBeVisible();
  await expect(page.getByRole('link', { name: 'desk@northlight.example' })).toHaveCount(0);
  await context.close();
});

test('a delay trigger opens the chat after its delay without any input', async ({ page }) => {
  const triggers = JSON.stringify([{ type: 'delay', seconds: 1, action: 'open' }]);
  await page.goto(site.put('/delay.html', hostPage({ body: tagOf(site, { triggers }) })));
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a press that starts before the panel is loaded opens the chat', async ({ page }) => {
  await page.goto(site.put('/press.html', hostPage({ body: tagOf(site) })));
  const launcher = page.getByRole('button', { name: 'Open chat' });
  await launcher.hover();
  await page.mouse.down();
  await page.waitForFunction(() => {
    const host: Window & { LeadChat?: { getState(): { loaded: boolean } } } = window;
    return host.LeadChat?.getState().loaded;
  });
  // The launcher is updated in a separate task.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: 'Northlight Dental' })).toBeVisible();
});
