import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({
  config: { forms: { default: { callback: { agent: 'c1000000-0000-4000-8000-000000000001', countries: ['US'] } } } },
  script: {
    name: 'Nora',
    greeting: { known: 'Hi {first_name}', unknown: 'Hi there' },
    answers: [
      {
        when: ['choice'],
        say: 'Which **day**?\n\n[Monday](leadchat:say?text=On%20Monday%20%26%20early) [Friday](leadchat:say?text=On Friday, please)',
      },
      { when: ['talk'], say: 'Gladly.\n\n- [Call me now](leadchat:call)\n- [Pick a time](leadchat:call-later)' },
      {
        when: ['number'],
        say: 'Please [leave your number](leadchat:form), or let us call.\n\n[Ring me](leadchat:call)',
      },
      {
        when: ['odd'],
        say: 'You can [delete](leadchat:delete), [run](javascript:alert), [fill](leadchat:form?phone=1/2) `[code](leadchat:call)` leadchat:call.',
      },
    ],
    otherwise: ['Noted.'],
  },
});

async function startChat(page: Page, site: HostSite, options: Record<string, string> = { leadForm: 'off' }) {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, options) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  return visitor;
}

test('a choice is made by keyboard, and is then gone in all tabs and after a reload', async ({
  page,
  context,
  site,
}) => {
  const visitor = await startChat(page, site);
  await expect(visitor.log).toContainText('Hi there');
  await visitor.say('A choice');
  const buttons = visitor.log.getByRole('button', { name: /day$/ });
  await expect(buttons).toHaveText(['Monday', 'Friday']);

  const other = new Visitor(await context.newPage());
  await other.page.goto(page.url());
  await other.followOpenChat();
  const othersButtons = other.log.getByRole('button', { name: /day$/ });
  await expect(othersButtons).toHaveText(['Monday', 'Friday']);

  await page.bringToFront();
  await visitor.log.focus();
  await page.keyboard.press('Tab');
  await expect(buttons.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(visitor.log.getByText('On Monday & early', { exact: true })).toBeVisible();
  await expect(visitor.dialog.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await expect(buttons).toHaveCount(0);
  await expect(other.log.getByText('On Monday & early', { exact: true })).toBeVisible();
  await expect(othersButtons).toHaveCount(0);

  await page.reload();
  await visitor.followOpenChat();
  await expect(visitor.log.getByText('Which day?')).toBeVisible();
  await expect(buttons).toHaveCount(0);
  const { conversations } = Object(await site.state());
  expect(JSON.stringify(conversations)).toContain('On Monday & early');
});

test('a choice made offline is sent later, and survives the back/forward cache', async ({ page, context, site }) => {
  const visitor = await startChat(page, site);
  await visitor.say('A choice');
  await expect(visitor.log.getByRole('button', { name: 'Friday' })).toBeVisible();
  site.put('/next.html', hostPage({ body: '<p>Next</p>' }));
  await page.goto(`${site.url}/next.html`);
  await page.goBack();
  await visitor.dialog
    .or(page.getByRole('button', { name: 'Open chat' }))
    .first()
    .waitFor();
  if (!(await visitor.dialog.isVisible())) await visitor.openChat();
  await expect(visitor.log.getByRole('button', { name: 'Friday' })).toBeVisible();
  await context.setOffline(true);
  await visitor.log.getByRole('button', { name: 'Friday' }).click();
  await expect(visitor.log.getByText('On Friday, please', { exact: true })).toBeVisible();
  await expect(visitor.log.getByRole('button', { name: 'Friday' })).toHaveCount(0);
  await context.setOffline(false);
  await expect(visitor.log).toContainText('Noted.');
});

test('a known lead is called now, or chooses a time', async ({ page, site }) => {
  const visitor = await startChat(page, site, {});
  await visitor.fillForm({ phone: '(415) 555-2711', firstName: 'Ada' });
  await visitor.startChat();
  await expect(visitor.log).toContainText('Hi Ada');
  await visitor.say('Let us talk');
  await visitor.log.getByRole('button', { name: 'Pick a time' }).click();
  const times = visitor.dialog.getByRole('region', { name: 'When should we call you?' });
  await expect(times).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(times).toBeHidden();
  const requested = page.waitForResponse('**/calls');
  await visitor.log.getByRole('button', { name: 'Call me now' }).click();
  expect((await requested).status()).toBe(202);
  await expect(visitor.dialog).toContainText(
    /We'll call you shortly|We're calling you now|Call connected|call has ended/,
  );
});

test('a visitor leaves a number in the conversation, by the button or because the call needs it', async ({
  page,
  site,
}) => {
  const visitor = await startChat(page, site, { leadForm: 'later' });
  await visitor.say('My number?');
  const [leave, ring] = [
    visitor.log.getByRole('button', { name: 'leave your number', exact: true }),
    visitor.log.getByRole('button', { name: 'Ring me', exact: true }),
  ];
  await leave.click();
  await expect(visitor.phone).toBeVisible();
  await visitor.dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(visitor.phone).toHaveCount(0);
  await ring.click();
  await visitor.fillForm({ phone: '(415) 555-2712', firstName: 'Ada' });
  const requested = page.waitForResponse('**/leads');
  await visitor.dialog.getByRole('button', { name: 'Submit my details' }).click();
  expect((await requested).status()).toBe(202);
  // Nobody who has left a number is asked again. The words of the sentence stay.
  await expect(leave).toHaveCount(0);
  await expect(visitor.log).toContainText('Please leave your number, or let us call.');
  const called = page.waitForResponse('**/calls');
  await ring.click();
  expect((await called).status()).toBe(202);
});

test('nothing happens without a real click, in a message of the visitor, or with another address', async ({
  page,
  site,
}) => {
  const visitor = await startChat(page, site);
  await expect(visitor.log).toContainText('Hi there');
  await visitor.say('[Friday](leadchat:say?text=I agree)');
  await expect(visitor.log).toContainText('Noted.');
  await visitor.say('Something odd');
  await expect(visitor.log).toContainText('You can delete, run, fill [code](leadchat:call) leadchat:call.');
  await visitor.say('A choice');
  const friday = visitor.log.getByRole('button', { name: 'Friday' });
  await expect(friday).toBeVisible();
  await expect(visitor.log.getByRole('button', { name: /delete|run|fill|code/ })).toHaveCount(0);
  await expect(visitor.log.getByRole('link')).toHaveCount(0);
  const scripted = page.waitForEvent('console', (line) => line.text().includes('scripted event'));
  await friday.evaluate((button) => Object(button).click());
  await scripted;
  await expect(friday).toBeVisible();
  await expect(visitor.log).not.toContainText('On Friday, please');
});

test('the transcript, a copied message and the preview of the closed chat contain words', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const visitor = await startChat(page, site);
  await visitor.say('A choice');
  await visitor.log.getByText('Which day?').hover();
  await visitor.dialog.getByRole('button', { name: /^Copy message: Which/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Which **day**?\n\nMonday Friday');

  await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
  const download = page.waitForEvent('download');
  await visitor.dialog.getByRole('button', { name: 'Download transcript' }).click();
  const transcript = await readFile(await (await download).path(), 'utf8');
  expect(transcript).toContain('Monday Friday');
  expect(transcript).not.toContain('leadchat:');

  await visitor.dialog.getByRole('button', { name: 'Close' }).click();
  await page.evaluate(() => Object(window).LeadChat.sendMessage('A choice'));
  await expect(page.getByRole('status').filter({ hasText: 'Which day?' })).toContainText('Monday Friday');
});

test('a page styles the buttons, and they fit a phone, from right to left too', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const style = '<style>leadchat-widget::part(message-button-say) { outline: 3px dotted red }</style>';
  await page.goto(site.put('/', hostPage({ head: style + tagOf(site, { leadForm: 'off', locale: 'ar' }) })));
  await page.locator('button.launcher').click();
  const log = page.getByRole('log');
  await expect(log).toContainText('Hi there');
  await page.getByRole('textbox').fill('choice');
  await page.keyboard.press('Enter');
  const monday = log.getByRole('button', { name: 'Monday' });
  await expect(monday).toHaveCSS('outline-style', 'dotted');
  await expect(log).toHaveJSProperty('scrollWidth', await log.evaluate(({ clientWidth }) => clientWidth));
  // A message grows to its size as it comes in.
  await expect.poll(async () => (await monday.boundingBox())?.height).toBeGreaterThanOrEqual(40);
});
