import type { Page } from 'playwright/test';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

const pushed = (page: Page): Promise<Record<string, unknown>[]> => page.evaluate(() => Object(window).dataLayer);
const namesOf = async (page: Page) => (await pushed(page)).map(({ event }) => event);

test('analytics receive opening, form, lead and message events with GA4 names and without personal data', async ({
  page,
  site,
}) => {
  await page.goto(site.put('/', hostPage({ head: `<script>window.dataLayer = []</script>${tagOf(site)}` })));
  let letThrough = () => {};
  const held = new Promise<void>((done) => {
    letThrough = done;
  });
  await page.route('**/leads', async (route) => {
    await held;
    await route.continue();
  });
  // Hovering only loads the panel: it causes neither an open nor a close event.
  await page.getByRole('button', { name: 'Open chat' }).hover();
  await page.waitForFunction(() => document.querySelector('leadchat-widget')?.shadowRoot?.querySelector('.panel'));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-2694', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' });
  const sent = page.waitForRequest('**/leads');
  await visitor.startChat();
  await sent;
  await expect.poll(() => namesOf(page)).toEqual(['chat_open', 'form_start', 'form_submit']);
  letThrough();
  await expect(visitor.log).toContainText('Hi Ada');
  await visitor.say('My tooth hurts');
  await expect(visitor.log).toContainText('Thank you');
  await visitor.dialog.getByRole('button', { name: 'Close' }).click();

  await expect.poll(() => namesOf(page)).toContain('chat_close');
  const names = await namesOf(page);
  expect(names.filter((name) => name === 'generate_lead')).toHaveLength(1);
  expect(names.indexOf('generate_lead')).toBeGreaterThan(names.indexOf('form_submit'));
  expect(new Set(names)).toEqual(
    new Set([
      'chat_open',
      'form_start',
      'form_submit',
      'generate_lead',
      'chat_start',
      'chat_message_received',
      'chat_message_sent',
      'chat_close',
    ]),
  );
  const events = await pushed(page);
  expect(events.every((event) => Object.keys(event).join() === 'event,leadchat_form')).toBe(true);
  expect(JSON.stringify(events)).not.toMatch(/415|2694|Ada|Lovelace|tooth|session\.|[0-9a-f]{8}-/);
});

test('a rejected lead causes no generate_lead event, and without analytics nothing is sent', async ({
  page,
  site,
  faults,
}) => {
  await page.route('**/leads', (route) =>
    route.fulfill({
      status: 400,
      json: {
        status: 'failed',
        message: 'no',
        code: 'bad-request',
        issues: [{ path: 'fields.phone', message: 'No.' }],
      },
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await page.goto(site.put('/', hostPage({ head: `<script>window.dataLayer = []</script>${tagOf(site)}` })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-2695' });
  await visitor.startChat();
  await expect(visitor.dialog).toContainText('No.');
  await expect.poll(() => namesOf(page)).toEqual(['chat_open', 'form_start', 'form_submit', 'form_problem']);
  expect(faults.splice(0)).toHaveLength(1);

  await page.evaluate(() => {
    Object(window).dataLayer = [];
    Object(window).LeadChat.update({ analytics: false });
  });
  await visitor.startChat();
  // The browser logs the refused request.
  await expect.poll(() => faults.splice(0)).toHaveLength(1);
  await visitor.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(visitor.dialog).toBeHidden();
  expect(await pushed(page)).toEqual([]);
});

test('a teaser is reported once, when it is in sight, and its click too', async ({ page, site }) => {
  const triggers = JSON.stringify([{ type: 'delay', seconds: 0, text: 'May we help?' }]);
  const listen = `<script>
    window.dataLayer = [];
    window.seen = [];
    // Hidden, as below a cookie banner, when the teaser's time comes: it is in sight only afterwards.
    window.LeadChat = function () { (LeadChat.q = LeadChat.q || []).push(arguments); };
    LeadChat('hide');
    for (const name of ['show', 'click']) addEventListener('leadchat:teaser:' + name, ({ detail }) => seen.push([name, detail]));
  </script>`;
  await page.goto(site.put('/', hostPage({ head: listen + tagOf(site, { triggers }) })));
  const teaser = page.locator('.teaser');
  await expect(teaser).toBeAttached();
  expect(await namesOf(page)).toEqual([]);
  await page.evaluate(() => Object(window).LeadChat.show());
  await expect.poll(() => namesOf(page)).toEqual(['chat_teaser_show']);
  await page.evaluate(() => Object(window).LeadChat.hide());
  await page.evaluate(() => Object(window).LeadChat.show());
  await teaser.getByRole('button', { name: 'May we help?' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['chat_teaser_show', 'chat_teaser_click', 'chat_open']);
  const source = { source: 'trigger' };
  expect(await page.evaluate(() => Object(window).seen)).toEqual([
    ['show', source],
    ['click', source],
  ]);
});

test('with analyticsLeadId, the conversion contains the ID under which the server knows the lead', async ({
  page,
  site,
}) => {
  const tag = tagOf(site, { 'analytics-lead-id': '' });
  await page.goto(site.put('/', hostPage({ head: `<script>window.dataLayer = []</script>${tag}` })));
  const response = page.waitForResponse('**/leads');
  await new Visitor(page).leaveLead({ phone: '(415) 555-2696', firstName: 'Ada' });
  const { lead, token } = await (await response).json();
  await expect.poll(() => namesOf(page)).toContain('generate_lead');
  const events = await pushed(page);
  expect(events.filter((event) => 'leadchat_lead_id' in event)).toEqual([
    { event: 'generate_lead', leadchat_form: 'default', leadchat_lead_id: lead },
  ]);
  expect(JSON.stringify(events)).not.toContain(token);
});
