import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('on a phone the panel fills the area above the keyboard, the page does not scroll, and closing restores both', async ({
  page,
  site,
}) => {
  await page.goto(
    site.put('/', hostPage({ head: tagOf(site), body: '<h1>Page</h1><div style="height: 3000px"></div>' })),
  );
  await page.evaluate(() => scrollTo(0, 500));
  const sheets = await page.evaluate(() => document.adoptedStyleSheets.length);
  const visitor = new Visitor(page);
  const { dialog } = visitor;
  await page.getByRole('button', { name: 'Open chat' }).tap();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('Country')).toBeAttached();
  const box = () =>
    dialog.evaluate((panel) => {
      const { x, y, width, height } = panel.getBoundingClientRect();
      return [x, y, width, height];
    });
  await expect.poll(box).toEqual([0, 0, 390, 844]);
  await expect(dialog).toHaveAttribute('aria-modal', 'true');
  // A tap opens the panel without the on-screen keyboard.
  expect(await page.evaluate(() => document.querySelector('leadchat-widget')?.shadowRoot?.activeElement?.tagName)).toBe(
    'DIV',
  );
  const sizes = await dialog
    .locator('input:not([tabindex="-1"]), select, textarea')
    .evaluateAll((all) => all.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');

  /** Simulates the on-screen keyboard: the layout viewport stays, and the visual viewport changes. */
  const keyboard = (height: number, offsetTop: number) =>
    page.evaluate(
      (seen) => {
        for (const [name, value] of Object.entries(seen)) {
          Object.defineProperty(visualViewport, name, { value, configurable: true });
        }
        visualViewport?.dispatchEvent(new Event('resize'));
      },
      { height, offsetTop },
    );
  await keyboard(500, 40);
  await expect.poll(box).toEqual([0, 40, 390, 500]);
  await keyboard(844, 0);
  await expect.poll(box).toEqual([0, 0, 390, 844]);
  await page.evaluate(() => {
    for (const name of ['height', 'offsetTop']) Reflect.deleteProperty(Object(visualViewport), name);
  });

  await visitor.phone.fill('(415) 555-2674');
  await dialog.getByRole('button', { name: 'Start chat' }).tap();
  await expect(visitor.log).toContainText('good to have you here');
  const lowest = await dialog.getByRole('button', { name: 'Send' }).boundingBox();
  expect((lowest?.y ?? 0) + (lowest?.height ?? 0)).toBeLessThanOrEqual(844);
  await page.getByRole('button', { name: 'Close chat', exact: true }).tap();
  await expect(dialog).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('overflow', 'visible');
  await expect.poll(() => page.evaluate(() => document.adoptedStyleSheets.length)).toBe(sheets);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(500);

  // In landscape the screen is low instead of narrow.
  await page.setViewportSize({ width: 844, height: 390 });
  await page.getByRole('button', { name: 'Open chat' }).tap();
  await expect.poll(box).toEqual([0, 0, 844, 390]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(async () => (await box())[2]).toBe(384);
  // The launcher has this name too.
  await expect(page.getByRole('button', { name: 'Close chat', exact: true })).toHaveCount(1);
  // The panel is notified of the new size a moment later.
  await expect(page.locator('html')).toHaveCSS('overflow', 'visible');
});
