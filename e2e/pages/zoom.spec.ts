import { sampleOf } from '../../test/support/sample.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

const zooms = {
  'the root enlarged': 'html { zoom: 1.25; }',
  'the body enlarged': 'body { zoom: 1.25; }',
  'root and body enlarged': 'html { zoom: 1.2; } body { zoom: 1.5; }',
  'the body made smaller': 'body { zoom: 0.8; }',
};

for (const [name, sheet] of sampleOf(Object.entries(zooms), 2)) {
  test(`the chat fits into the window of a page with ${name}, and its menu stands below its header`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 1000, height: 640 });
    await page.goto(site.put('/', hostPage({ head: `<style>${sheet}</style>${tagOf(site, { leadForm: 'off' })}` })));
    const visitor = new Visitor(page);
    await visitor.openChat();
    // The launcher grows under the pointer, and the panel to its size while it opens.
    await page.mouse.move(10, 10);
    await expect(visitor.dialog).toHaveCSS('transform', 'none');
    const panel = await visitor.dialog.boundingBox();
    const launcher = await page.getByRole('button', { name: 'Close chat' }).boundingBox();
    if (panel === null || launcher === null) throw new Error('the chat has no place');
    expect(panel.y).toBeGreaterThanOrEqual(0);
    expect(Math.round(panel.width)).toBe(384);
    expect(Math.round(launcher.x + launcher.width)).toBe(980);
    expect(Math.round(launcher.y + launcher.height)).toBe(620);
    await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
    const menu = await visitor.dialog.locator('.menu').boundingBox();
    expect(Math.round((menu?.x ?? 0) + (menu?.width ?? 0))).toBe(Math.round(panel.x + panel.width - 12));
    await page.keyboard.press('Escape');
    await visitor.dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(visitor.dialog).toBeHidden();
  });
}

test('a page that changes its zoom later moves neither the launcher nor the open chat', async ({ page, site }) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.dialog).toHaveCSS('transform', 'none');
  const before = await visitor.dialog.boundingBox();
  await page.evaluate(() => document.body.style.setProperty('zoom', '1.5'));
  await expect.poll(() => visitor.dialog.boundingBox()).toEqual(before);
});

test('the menu of a chat in the page stands below its header on a page with a zoom', async ({ page, site }) => {
  const head = `<style>body { zoom: 1.25; } #chat { width: 500px; height: 500px; margin-left: 60px; }</style>`;
  const body = `<div id="chat"></div>${tagOf(site, { leadForm: 'off', target: '#chat' })}`;
  await page.goto(site.put('/', hostPage({ head, body })));
  const visitor = new Visitor(page);
  await expect(visitor.log).toContainText('good to have you here');
  await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
  const panel = await visitor.dialog.boundingBox();
  const menu = await visitor.dialog.locator('.menu').boundingBox();
  if (panel === null || menu === null) throw new Error('the chat has no place');
  expect(menu.x).toBeGreaterThan(panel.x);
  expect(Math.round(menu.x + menu.width)).toBe(Math.round(panel.x + panel.width - 15));
});

test('a visitor who zooms in with two fingers does not make the panel smaller', async ({ browser, site }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  const height = () => visitor.dialog.evaluate((panel) => panel.clientHeight);
  await expect.poll(height).toBe(844);
  const session = await context.newCDPSession(page);
  await session.send('Input.synthesizePinchGesture', { x: 195, y: 300, scaleFactor: 2 });
  await expect.poll(() => page.evaluate(() => visualViewport?.scale ?? 1)).toBeGreaterThan(1.8);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await height()).toBe(844);
  expect(await visitor.dialog.evaluate((panel) => panel.style.top)).toBe('0px');
  await context.close();
});
