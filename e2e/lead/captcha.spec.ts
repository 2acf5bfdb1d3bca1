import { CaptchaProvider } from '../support/captcha-provider.ts';
import { servedTest as test } from '../support/served-test.ts';
import { expect } from '../support/stack.ts';
import { stopClock } from '../support/standing-clock.ts';
import { type RunningStack, type Stack, startStack } from '../support/start-stack.ts';
import { Visitor } from '../support/visitor.ts';

let provider: CaptchaProvider;
let running: RunningStack;
let stack: Stack;
test.beforeAll(async () => {
  provider = await CaptchaProvider.start();
  const captcha = {
    provider: 'turnstile',
    siteKey: 'site-key',
    secret: 'secret',
    scriptUrl: `${provider.url}/api.js`,
    verifyUrl: `${provider.url}/verify`,
  };
  running = await startStack({ more: { captcha } });
  stack = running.stack;
});
test.afterAll(async () => {
  await running.stop();
  await provider.stop();
});

const problem = "Please complete this check. If it doesn't work, send again without it.";

test('a visitor passes the captcha in the form, and the lead is delivered', async ({ page }) => {
  const visitor = new Visitor(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(stack.site);
  await page.getByRole('button', { name: 'Open chat' }).hover();
  await expect(page.getByRole('textbox', { name: 'Phone', includeHidden: true })).toBeAttached();
  expect(requested.filter((url) => url.startsWith(provider.url))).toEqual([]);

  await visitor.openChat();
  const box = page.getByRole('button', { name: 'I am human' });
  await expect(box).toBeVisible();
  // The script reports what it rendered to the provider.
  await expect
    .poll(() => provider.rendered.at(-1))
    .toMatchObject({ sitekey: 'site-key', theme: 'light', language: 'en' });
  await visitor.fillForm({ phone: '(415) 555-2640', firstName: 'Grace' });
  await visitor.startChat();
  await expect(visitor.dialog.getByRole('group', { name: problem })).toBeFocused();
  await expect(visitor.phone).toHaveValue('(415) 555-2640');

  await box.click();
  await visitor.startChat();
  await expect(visitor.log).toContainText('Grace');
  expect(await stack.leadOnFile('14155552640')).toMatchObject({ first_name: 'Grace' });
  expect(provider.checked).toEqual([{ token: expect.stringMatching(/^token-/), success: true }]);
});

test('a visitor whose browser blocks the captcha can still chat, and the lead is held for review', async ({ page }) => {
  provider.down = true;
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.leaveLead({ phone: '(415) 555-2641', firstName: 'Edith' });
  await visitor.say('Is anybody there?');
  const metrics = async () => (await fetch(`${stack.proxy.url}/metrics`)).text();
  await expect.poll(metrics).toMatch(/^leadchat_leads\{state="held"\} 1$/m);
  expect((await stack.state()).leads.map(({ phone }) => phone)).not.toContain('14155552641');
});

// Cause: the form waited six seconds for a provider that had already thrown.
test('a provider that cannot render does not delay the lead', async ({ page }) => {
  await page.route(`${provider.url}/api.js*`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.turnstile = { render() { throw new Error('broken'); }, reset() {}, remove() {} };
        window[new URL(document.currentScript.src).searchParams.get('onload')]();`,
    }),
  );
  await page.clock.install();
  const visitor = new Visitor(page);
  const warning = page.waitForEvent('console', (line) => line.text().includes('the captcha does not work'));
  await page.goto(stack.site);
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-2642', firstName: 'Mary' });
  await warning;
  // The lead waits for no timer of the page, on a slow machine either. The clock runs on while the pause is on its way.
  await stopClock(page);
  const lead = page.waitForRequest('**/leads');
  await visitor.startChat();
  await lead;
  await page.clock.resume();
  await expect(visitor.log).toBeVisible();
});
