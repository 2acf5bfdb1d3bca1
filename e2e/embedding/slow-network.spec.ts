import { expect } from 'playwright/test';
import { type HostSite, startHostSite } from '../support/host-site.ts';
import { hostPage, tagOf } from '../support/on-host-page.ts';
import { servedTest as test } from '../support/served-test.ts';
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
  // A busy machine draws fewer frames in a second: 100 ms are six of an idle one.
  const frames = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener(
          'click',
          () => {
            let drawn = 0;
            const button = document.querySelector('leadchat-widget')?.shadowRoot?.querySelector('button');
            const check = () => {
              if (button?.ariaBusy === 'true') resolve(drawn);
              else requestAnimationFrame(check);
              drawn++;
            };
            check();
            // In the capture phase: what begins in the widget ends at its root.
          },
          true,
        );
      }),
  );
  await launcher.tap();
  expect(await frames).toBeLessThanOrEqual(6);
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

test('what is typed and sent before the code of the conversation has come is sent when it has', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/conversation-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(site.put('/late.html', hostPage({ body: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  const field = visitor.dialog.getByRole('textbox', { name: 'Message' });
  const written = visitor.dialog.getByText('What does it cost?');
  await expect(visitor.dialog.getByText('How can we help?')).toBeVisible();
  await field.fill('What does it cost?');
  await field.press('Enter');
  await expect(written).toBeVisible();
  await field.fill('And on Sundays?');
  await expect(visitor.dialog.getByText('Connecting')).toBeVisible();
  await visitor.dialog.getByRole('button', { name: 'Menu' }).tap();
  await expect(visitor.dialog.locator('#menu .loading')).toBeVisible();
  await page.keyboard.press('Escape');
  held.resolve();
  await expect(visitor.log.getByText('What does it cost?')).toBeVisible();
  await expect(visitor.log.getByText('60 dollars')).toBeVisible();
  await expect(field).toHaveValue('And on Sundays?');
});

test('the code of a conversation that fails to load is tried again when the visitor writes', async ({ page }) => {
  await page.route('**/assets/conversation-*.js', (route) => route.abort());
  await page.goto(site.put('/lost.html', hostPage({ body: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.dialog.getByText('Reconnecting')).toBeVisible();
  await page.unrouteAll();
  await visitor.say('What does it cost?');
  await expect(visitor.log.getByText('60 dollars')).toBeVisible();
});

test('chunks may come in the reverse of the order in which they are needed', async ({ page }) => {
  const held = new Map(['panel', 'schemas', 'en', 'leads'].map((name) => [name, Promise.withResolvers<void>()]));
  for (const [name, { promise }] of held) {
    await page.route(`**/assets/${name}-*.js`, async (route) => {
      await promise;
      await route.continue();
    });
  }
  await page.goto(site.put('/order.html', hostPage({ body: tagOf(site) })));
  const visitor = new Visitor(page);
  await page.getByRole('button', { name: 'Open chat' }).tap();
  for (const name of ['leads', 'en', 'schemas', 'panel']) {
    await expect(visitor.dialog).toBeHidden();
    const arrived = page.waitForResponse(new RegExp(`/assets/${name}-`));
    held.get(name)?.resolve();
    await (await arrived).finished();
  }
  await expect(visitor.phone).toBeVisible();
});

test('the panel is loaded again if its schemas have failed', async ({ page }) => {
  let requestCount = 0;
  await page.route('**/assets/schemas-*.js', async (route) => {
    requestCount += 1;
    if (requestCount === 1) await route.abort();
    else await route.continue();
  });
  await page.goto(site.put('/failed-schemas.html', hostPage({ body: tagOf(site) })));
  await page.getByRole('button', { name: 'Open chat' }).tap();
  await expect(new Visitor(page).phone).toBeVisible();
  expect(requestCount).toBeGreaterThan(1);
});

test('the panel does not wait for a form that is late, and loads again what has failed', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  let requestCount = 0;
  await page.route('**/assets/leads-*.js', async (route) => {
    requestCount += 1;
    if (requestCount === 1) {
      await route.abort();
      return;
    }
    await held.promise;
    await route.continue();
  });
  await page.goto(site.put('/late-form.html', hostPage({ body: tagOf(site) })));
  const visitor = new Visitor(page);
  await page.getByRole('button', { name: 'Open chat' }).tap();
  await expect(visitor.dialog).toBeVisible();
  await expect(visitor.phone).toHaveCount(0);
  held.resolve();
  await expect(visitor.phone).toBeVisible();
});
