import { sampleOf } from '../../test/support/sample.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

const body =
  '<h1>Northlight Dental</h1><input id="search" aria-label="Search"><p>Text of the page</p><div style="height: 3000px"></div>';

/** What scripts of pages listen for, each with what makes the chat unusable where the event reaches them. */
const scripts = {
  'shortcuts on letters': `addEventListener('keydown', (event) => {
      if (event.target.closest('input, textarea')) return;
      if ('/sy'.includes(event.key)) { event.preventDefault(); document.getElementById('search').focus(); }
    });
    document.onkeyup = document.onkeypress = (event) => { if (event.key === 'e') search.focus(); };`,
  'a script against copying': `
    document.onmousedown = document.onselectstart = document.ondragstart = document.oncontextmenu = () => false;
    document.oncopy = document.oncut = document.onpaste = () => false;
    document.addEventListener('keydown', (event) => { if (event.ctrlKey || event.metaKey) event.preventDefault(); });
    document.addEventListener('touchstart', (event) => event.preventDefault(), { passive: false });`,
  'a dialog that keeps the focus': `
    document.addEventListener('focusin', (event) => { if (event.target.id !== 'search') document.getElementById('search').focus(); });
    document.addEventListener('keydown', (event) => { if (event.key === 'Tab') { event.preventDefault(); search.focus(); } });`,
  'a dialog that closes what is clicked outside': `
    for (const name of ['pointerdown', 'mousedown', 'click', 'touchstart', 'focusin']) {
      document.addEventListener(name, (event) => { if (event.target.localName === 'leadchat-widget') LeadChat('close'); });
    }`,
  'listeners on the body that cancel all input': `
    for (const name of ['keydown', 'keypress', 'beforeinput', 'wheel', 'mousedown', 'pointerdown', 'paste', 'click']) {
      document.documentElement.addEventListener(name, (event) => event.preventDefault(), { passive: false });
    }`,
};

for (const [name, script] of sampleOf(Object.entries(scripts), 2)) {
  test(`the visitor types, marks, pastes and sends beside ${name}`, async ({ page, site, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
    const head = `<script>{${script}}</script>${tagOf(site, { leadForm: 'off' })}`;
    await page.goto(site.put('/', hostPage({ head, body })));
    const visitor = new Visitor(page);
    await visitor.openChat();
    const message = visitor.dialog.getByRole('textbox', { name: 'Message' });
    await message.click();
    await expect(message).toBeFocused();
    await page.keyboard.type('yes/no, see');
    await expect(message).toHaveValue('yes/no, see');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+V');
    await expect(message).toHaveValue('yes/no, seeyes/no, see');
    await page.keyboard.press('Enter');
    await expect(visitor.log.locator('.row.visitor .bubble')).toHaveText(['yes/no, seeyes/no, see']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(message).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(visitor.dialog).toBeHidden();
  });
}

test('the wheel scrolls the chat where a library of the page scrolls the page itself', async ({ page, site }) => {
  const smooth = `addEventListener('wheel', (event) => { event.preventDefault(); scrollBy(0, event.deltaY); }, { passive: false });`;
  const head = `<script>${smooth}</script>${tagOf(site, { leadForm: 'off' })}`;
  await page.goto(site.put('/', hostPage({ head, body })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  for (let line = 1; line <= 12; line++) await visitor.say(`Line ${line}\n\nand more`);
  // Each answer that is yet to come would scroll the log to its end.
  await expect(visitor.log.locator('.row.agent')).toHaveCount(13);
  const top = () => visitor.log.evaluate((log) => log.scrollTop);
  const end = await top();
  await visitor.log.hover();
  await page.mouse.wheel(0, -300);
  await expect.poll(top).toBeLessThan(end);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.mouse.move(50, 300);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(200);
});

test('the shortcuts of the page work elsewhere, it hears the end of its own drag, and the events of the widget', async ({
  page,
  site,
}) => {
  const script = `
    window.heard = [];
    addEventListener('keydown', (event) => heard.push('down ' + event.key));
    addEventListener('keyup', (event) => heard.push('up ' + event.key));
    addEventListener('mouseup', () => heard.push('mouseup'));
    addEventListener('leadchat:open', () => heard.push('open'));
    addEventListener('keydown', (event) => event.key === 'o' && LeadChat('open'));`;
  const head = `<script>${script}</script>${tagOf(site, { leadForm: 'off' })}`;
  await page.goto(site.put('/', hostPage({ head, body })));
  const heard = () => page.evaluate(() => Object(window).heard.splice(0));
  const visitor = new Visitor(page);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();

  // The key that opens the chat goes up in the text box.
  await page.keyboard.down('o');
  await expect(visitor.dialog.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.up('o');
  expect(await heard()).toEqual(['down o', 'open', 'up o']);
  await page.keyboard.press('s');
  expect(await heard()).toEqual([]);

  await page.getByText('Text of the page').hover();
  await page.mouse.down();
  await visitor.log.hover();
  await page.mouse.up();
  expect(await heard()).toEqual(['mouseup']);
  await page.getByLabel('Search').press('s');
  expect(await heard()).toEqual(['down s', 'up s']);
});
