import { readFileSync } from 'node:fs';
import { codeBlocks } from '../../test/support/code-blocks.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({
  config: { forms: { default: { callback: { agent: 'c1000000-0000-4000-8000-000000000001', countries: ['US'] } } } },
});

function blockWith(text: string): string {
  const blocks = codeBlocks('docs/javascript-api.md', readFileSync('docs/javascript-api.md', 'utf8'));
  return blocks.find(({ code }) => code.includes(text))?.code ?? '';
}

test('the launcher of docs/javascript-api.md opens and closes the chat, and shows its state and unread messages', async ({
  page,
  site,
}) => {
  const body = blockWith('aria-expanded');
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { launcher: 'none', leadForm: 'off' }), body })));
  const visitor = new Visitor(page);
  const button = page.getByRole('button', { name: 'Questions?' });
  await expect(page.getByRole('button', { name: 'Open chat' })).toHaveCount(0);
  await button.click();
  await expect(visitor.dialog).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await button.click();
  await expect(visitor.dialog).toBeHidden();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await page.evaluate(() => Object(window).LeadChat.sendMessage('Are you open on Friday?'));
  await expect(button).toHaveText(/Questions\? \(\d\)/);
});

test('a link of docs/javascript-api.md opens the chat, on this page and when it comes from elsewhere', async ({
  page,
  site,
}) => {
  const body = blockWith('hashchange');
  const url = site.put('/', hostPage({ head: tagOf(site), body }));
  const visitor = new Visitor(page);
  await page.goto(url);
  await page.getByRole('link', { name: 'Ask us' }).click();
  await expect(visitor.dialog).toBeVisible();
  await page.goto('about:blank');
  await page.goto(`${url}#chat`);
  await expect(visitor.dialog).toBeVisible();
});

test('a style sheet of the page hides the launcher on phones', async ({ page, site }) => {
  const themes = codeBlocks('docs/theming.md', readFileSync('docs/theming.md', 'utf8'));
  const css = themes.find(({ code }) => code.includes('max-width: 600px'))?.code ?? '';
  await page.goto(site.put('/', hostPage({ head: `<style>${css}</style>${tagOf(site)}` })));
  const launcher = page.getByRole('button', { name: 'Open chat' });
  await expect(launcher).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(launcher).toBeHidden();
});

const buttons = `<h1>Northlight Dental</h1>
<button type="button" data-leadchat="open">Ask us</button>
<button type="button" data-leadchat="toggle">Chat</button>
<button type="button" data-leadchat="close">Enough</button>
<button type="button" data-leadchat="open" data-leadchat-text="What does it cost?">Prices</button>
<a href="/contact.html" data-leadchat="open">Contact</a>
<a href="/contact.html" data-leadchat="call">Have us call you</a>`;

test('buttons without a script work under a strict policy, by keyboard, and when they come later or from a shadow root', async ({
  page,
  site,
}) => {
  const hosts = `${site.proxy.url} ${site.sandboxUrl.replace(/^http/, 'ws')}`;
  const policy = `default-src 'none'; script-src 'self'; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'; connect-src ${hosts}`;
  const head = tagOf(site, { proxyUrl: site.proxy.url, title: 'Northlight Dental', leadForm: 'off' }, '/widget');
  const url = site.put('/strict-buttons.html', hostPage({ head, body: buttons }), {
    'content-security-policy': policy,
  });
  await page.goto(url);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  const { dialog, log } = new Visitor(page);
  const message = dialog.getByRole('textbox', { name: 'Message' });

  await page.getByRole('button', { name: 'Ask us' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expect(message).toBeFocused();
  await page.getByRole('button', { name: 'Enough' }).click();
  await expect(dialog).toBeHidden();
  for (const isOpen of [true, false]) {
    await page.getByRole('button', { name: 'Chat', exact: true }).click();
    await expect(dialog).toBeVisible({ visible: isOpen });
  }
  await page.getByRole('button', { name: 'Prices' }).click();
  await expect(log.getByText('What does it cost?', { exact: true })).toBeVisible();
  await expect(log).toContainText('60 dollars');
  await page.getByRole('button', { name: 'Enough' }).click();

  await page.evaluate(() => {
    const host = document.body.appendChild(document.createElement('div'));
    const button = document.createElement('button');
    button.textContent = 'Later';
    button.dataset.leadchat = 'open';
    host.attachShadow({ mode: 'open' }).append(button);
  });
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(dialog).toBeVisible();
  expect(page.url()).toBe(url);
});

for (const [name, value, works] of [
  ['limits buttons to a selector', '.cta', ['Ours', 'Inside']],
  ['switches them off', 'false', []],
  ['that is no selector switches them off, and says so', '..cta', []],
] as const) {
  test(`an option ${name}, so that content of visitors speaks for nobody`, async ({ page, site, faults }) => {
    const body = `<button class="cta" data-leadchat="open" data-leadchat-text="From us">Ours</button>
      <header class="cta"><button data-leadchat="open">Inside</button></header>
      <div class="comment"><button data-leadchat="open" data-leadchat-text="I agree to everything">Nice</button>
      <button data-leadchat="call">Free</button></div>`;
    const head = tagOf(site, { leadForm: 'off', pageButtons: value });
    await page.goto(site.put('/', hostPage({ head, body })));
    const { dialog, log } = new Visitor(page);
    await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
    for (const label of ['Ours', 'Inside', 'Nice', 'Free']) {
      await page.getByRole('button', { name: label, exact: true }).click();
      const isOpen = works.some((working) => working === label);
      await expect(dialog).toBeVisible({ visible: isOpen });
      if (isOpen) await page.evaluate(() => Object(window).LeadChat.close());
      await expect(dialog).toBeHidden();
    }
    await page.evaluate(() => Object(window).LeadChat.open());
    await expect(log).toContainText('good to have you here');
    await expect(log.getByText('I agree to everything')).toHaveCount(0);
    const said = value === '..cta' ? [expect.stringContaining('must be a selector')] : [];
    await expect.poll(() => [...new Set(faults)]).toEqual(said);
    faults.length = 0;
  });
}

test('a link with a chat button leads to its address when the widget is hidden, gone or cannot chat', async ({
  page,
  site,
  faults,
}) => {
  site.put('/contact.html', hostPage({ body: '<h1>Write to us</h1>' }));
  const link = page.getByRole('link', { name: 'Contact' });
  const url = site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }), body: buttons }));
  const arrive = () => expect(page.getByRole('heading', { name: 'Write to us' })).toBeVisible();
  for (const method of ['hide', 'destroy']) {
    await page.goto(url);
    await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
    await page.evaluate((name) => Object(window).LeadChat[name](), method);
    await link.click();
    await arrive();
  }
  // There is no proxy at this address.
  await page.goto(
    site.put('/none.html', hostPage({ head: tagOf(site, { proxyUrl: `${site.url}/none` }, '/widget'), body: buttons })),
  );
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByRole('dialog')).toContainText("Chat isn't available");
  await page.getByRole('button', { name: 'Close chat' }).click();
  await link.click();
  await arrive();
  expect(faults.splice(0).every((fault) => /404|\/none could not be read/.test(fault))).toBe(true);
});

test('a button shows the form in the conversation, before the chat is loaded', async ({ page, site }) => {
  const body = `${buttons}<button type="button" data-leadchat="form">Leave your number</button>`;
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'later' }), body })));
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  const visitor = new Visitor(page);
  await page.getByRole('button', { name: 'Leave your number' }).click();
  await expect(visitor.phone).toBeVisible();
  await expect(visitor.log).toContainText('good to have you here');
  await expect(visitor.dialog.getByRole('textbox', { name: 'Message' })).toBeVisible();
});

test('a link with a call button asks for the lead first, and then lets the phone ring, but not for a script', async ({
  page,
  site,
}) => {
  const body = buttons;
  await page.goto(site.put('/', hostPage({ head: tagOf(site), body })));
  const visitor = new Visitor(page);
  const call = page.getByRole('link', { name: 'Have us call you' });
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/calls')) calls.push(request.url());
  });
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await call.click();
  await visitor.fillForm({ phone: '(415) 555-2721', firstName: 'Ada' });
  await visitor.startChat();
  await expect(visitor.log).toContainText('Hi Ada');
  await call.evaluate((element) => Object(element).click());
  await expect(visitor.dialog).toBeVisible();
  // On the next page, before the chat is loaded there.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  expect(calls).toEqual([]);
  const requested = page.waitForResponse('**/calls');
  await call.click();
  expect((await requested).status()).toBe(202);
  await expect(visitor.dialog).toContainText(
    /We'll call you shortly|We're calling you now|Call connected|call has ended/,
  );
  expect(calls).toHaveLength(1);
});
