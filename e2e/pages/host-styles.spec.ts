import { changesBy } from '../support/drawn.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

const hostileStyles = {
  'everything unset': '* { all: unset }',
  'everything reverted with !important': '* { all: revert !important }',
  'everything initial with !important, with pseudo-elements': '*, ::before, ::after { all: initial !important }',
  'controls dressed by force':
    'button, input, textarea, select, label, h2, h3, p, a { all: unset !important; display: block !important; width: 100% !important; padding: 40px !important; font: 40px cursive !important; color: red !important; background: lime !important; letter-spacing: 1em !important; text-transform: uppercase !important; }',
  'what children inherit, by force':
    'html, body, body * { font: italic 900 37px/3 fantasy !important; color: red !important; letter-spacing: 9px !important; word-spacing: 9px !important; text-transform: uppercase !important; text-align: right !important; text-indent: 50px !important; text-shadow: 3px 3px red !important; white-space: pre !important; cursor: wait !important; visibility: hidden !important; pointer-events: none !important; user-select: none !important; writing-mode: vertical-rl !important; quotes: none !important; list-style: none !important; tab-size: 1 !important; hyphens: auto !important; line-break: anywhere !important; accent-color: red !important; color-scheme: dark !important; zoom: 1 !important; opacity: .1 !important }',
  'a root of 10 pixels': 'html { font-size: 10px } body { font-size: 1rem; line-height: 1 }',
  'children of the body hidden by force':
    'body > * { display: none !important; width: 0 !important; opacity: 0 !important; position: static !important; transform: scale(0) !important }',
  'a body that transforms, filters and contains':
    'body { transform: rotate(3deg) scale(.5); filter: grayscale(1) blur(2px); contain: layout paint style; perspective: 100px; will-change: transform; overflow: hidden; height: 50px; clip-path: inset(10px); mix-blend-mode: multiply; mask: linear-gradient(#000, #0000) }',
  'a page that shows nothing beyond its edge':
    'html, body { overflow: hidden !important; height: 100%; margin: 0; position: fixed; inset: 0 }',
  'variables of design systems by our names':
    ':root, * { --ring: 222 84% 5%; --bg: red; --text: 1; --line: nonsense; --muted: 210 40% 96%; --shadow: none; --ease: nonsense; --error: lime; --field: 7px; --surface: url(x); --good: 0; --lc-accent: red; --lc-color: red; --lc-x: 900px; --lc-height: 10px; --lc-on-accent: red }',
  'attributes and classes of ours as selectors':
    '[popover], .layer, .panel, .launcher, .open, .log, .row, .bubble, [role=dialog], [role=log], [aria-label] { display: none !important; inset: auto !important; margin: 200px !important }',
};

test('host styles do not affect the widget: every box, font and color is the same as on a plain page', async ({
  page,
  site,
}) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  /** The page applies and removes each style sheet; the widget must not change. */
  const tryAllStyles = async (state: string) => {
    const { elements, ...changes } = await changesBy(page, hostileStyles);
    expect(Number(elements)).toBeGreaterThan(1);
    for (const [name, found] of Object.entries(changes)) expect.soft(found, `${state}, ${name}`).toEqual([]);
  };

  const visitor = new Visitor(page);
  const bubble = page.getByRole('button', { name: 'Open chat' });
  await expect(bubble).toBeVisible();
  await tryAllStyles('bubble');
  await bubble.click();
  await expect(visitor.dialog.getByLabel('Country')).toBeAttached();
  await visitor.phone.fill('(415) 555-26');
  await visitor.startChat();
  await expect(visitor.dialog).toContainText('Two digits are missing');
  await expect(visitor.phone).toBeFocused();
  await tryAllStyles('form');
  await visitor.phone.fill('(415) 555-2671');
  await visitor.startChat();
  await expect(visitor.log).toContainText('good to have you here');
  await visitor.dialog.getByRole('textbox', { name: 'Message' }).focus();
  await tryAllStyles('chat');
  await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
  await expect(visitor.dialog.getByRole('button', { name: 'Delete my data' })).toBeVisible();
  await tryAllStyles('menu');
});

test('a visitor leaves a lead and chats on a page with all hostile styles at once', async ({ page, site }) => {
  const styles = Object.values(hostileStyles).join('\n');
  await page.goto(site.put('/all.html', hostPage({ head: `<style>${styles}</style>${tagOf(site)}` })));
  const visitor = new Visitor(page);
  await visitor.leaveLead({ phone: '(415) 555-2681', firstName: 'Ada' });
  await visitor.say('Can you see me?');
  expect((await visitor.dialog.boundingBox())?.width).toBe(384);
});

test('no element of the page covers the widget, with any z-index', async ({ page, site }) => {
  const overlay = '<div class="overlay"></div>'.repeat(3);
  const styles =
    '.overlay { position: fixed; inset: 0; z-index: 2147483647 !important; background: #0008; transform: translateZ(99px) }';
  const address = site.put(
    '/overlay.html',
    hostPage({ head: `<style>${styles}</style>${tagOf(site)}`, body: `<h1>Page</h1>${overlay}` }),
  );
  await page.goto(address);
  const visitor = new Visitor(page);
  // Playwright clicks only what a pointer would hit.
  await visitor.openChat();
  await page.evaluate(() => {
    const late = document.createElement('div');
    late.className = 'overlay';
    document.body.append(late);
  });
  await visitor.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(visitor.dialog).toBeHidden();
});
