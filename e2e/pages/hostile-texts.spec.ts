import type { Page } from 'playwright/test';
import { hostileTexts } from '../../test/widget/ui/hostile-texts.ts';
import { fetchFor } from '../support/fetch-for.ts';
import type { HostSite } from '../support/host-site.ts';
import {
  cleanPage,
  hostileConversation,
  hostileFrames,
  inspectPage,
  joinedTexts,
  reportingPolicy,
  watchViolations,
} from '../support/hostile-page.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

/** Every sign that a text was not rendered as text. */
async function trap(page: Page, site: HostSite): Promise<() => Promise<unknown>> {
  const requests: string[] = [];
  const ownHosts = new Set([site.url, site.proxy.url, site.sandboxUrl].map((url) => new URL(url).host));
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol !== 'blob:' && !ownHosts.has(host)) requests.push(request.url());
  });
  page.on('popup', (popup) => requests.push(`popup ${popup.url()}`));
  await page.addInitScript(watchViolations);
  return async () => ({ requests, ...(await page.evaluate(inspectPage)) });
}

const clean = { requests: [], ...cleanPage };

async function visit(page: Page, site: HostSite, options: Record<string, string>): Promise<() => Promise<unknown>> {
  const judge = await trap(page, site);
  const tag = tagOf(site, { proxyUrl: site.proxy.url, ...options }, '/widget');
  await page.goto(site.put('/texts.html', hostPage({ head: tag }), reportingPolicy));
  await expect(page.locator('button.launcher')).toBeVisible();
  return judge;
}

/** Every message of the log, of which the latest fifty are mounted at first. */
async function showAll(visitor: Visitor): Promise<void> {
  const earlier = visitor.log.getByRole('button', { name: 'Earlier messages' });
  // Without scrolling, which mounts them as well.
  while ((await earlier.count()) > 0) await earlier.evaluateAll((buttons: HTMLElement[]) => buttons[0]?.click());
}

test('R12: hostile messages, names and pictures from the socket are rendered as text', async ({ page, site }) => {
  await page.routeWebSocket(/\/webchat\//, (socket) => {
    const send = (frame: object) => socket.send(JSON.stringify(frame));
    send({ type: 'session', id: '1', session_id: 'webchat-session.hostile-texts' });
    socket.onMessage(() => {
      for (const frame of hostileFrames) send(frame);
    });
  });
  const judge = await visit(page, site, { leadForm: 'off', title: 'Northlight Dental' });
  const visitor = new Visitor(page);
  await visitor.openChat();
  // It is followed by more messages than are mounted.
  await visitor.dialog.getByRole('textbox', { name: 'Message' }).fill('Go on');
  await visitor.dialog.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.log).toContainText('the end');
  await showAll(visitor);
  await expect(visitor.log.locator('.row:not(.greeting) .bubble')).toHaveCount(joinedTexts.length + 2);
  await expect(visitor.log.getByRole('strong').first()).toBeAttached();
  expect(await judge()).toEqual(clean);

  // While the panel is closed, the preview shows the last message, and the title the number of unread messages.
  await visitor.dialog.getByRole('button', { name: 'Close' }).click();
  expect(await judge()).toEqual(clean);
});

test('R12: hostile texts in a restored conversation are rendered as text', async ({ page, site }) => {
  const session = 'webchat-session.hostile-history';
  await page.routeWebSocket(/\/webchat\//, (socket) => {
    socket.send(JSON.stringify({ type: 'session', id: '1', session_id: session }));
  });
  const touches = Object.fromEntries(
    ['utm_source', 'gclid', 'referrer', 'landing_page', '__proto__'].map((name) => [name, hostileTexts[3]]),
  );
  await page.addInitScript(
    ([key, conversation, attribution]) => {
      localStorage.setItem(key ?? '', conversation ?? '');
      localStorage.setItem('leadchat-attribution', attribution ?? '');
      localStorage.setItem('leadchat-triggers', attribution ?? '');
    },
    [
      `leadchat:${site.flow}`,
      JSON.stringify(hostileConversation(session)),
      JSON.stringify({ first: touches, last: touches }),
    ],
  );
  const judge = await visit(page, site, { leadForm: 'off', title: 'Northlight Dental' });
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.log.locator('.bubble').first()).toBeVisible();
  await showAll(visitor);
  await expect(visitor.log.locator('.row:not(.greeting) .bubble')).toHaveCount(hostileTexts.length);
  expect(await judge()).toEqual(clean);
});

test('R12: hostile texts in every attribute of the script tag are rendered as text', async ({ page, site, faults }) => {
  const joined = hostileTexts.join(' ');
  const fields = hostileTexts
    .slice(0, 29)
    .map((text, index) => ({ name: `field_${index}`, label: text, placeholder: text }));
  // As long as a text may be, with other parts of the hostile texts in each.
  const ownTexts = Object.fromEntries(
    ['startChat', 'formIntro', 'send', 'phone'].map((key, index) => [
      key,
      joined.slice(index * 500, (index + 1) * 500),
    ]),
  );
  const judge = await visit(page, site, {
    title: joined.slice(0, 80),
    greeting: joined.slice(80, 380),
    consentText: joined.slice(0, 2000),
    avatar: 'javascript:alert(1)',
    color: 'red;}</style><img src=x onerror=alert(1)>url(https://evil.example/)',
    offset: '{"x":"1px;background:url(https://evil.example/)","y":5}',
    position: 'bottom-left"><script>alert(1)</script>',
    theme: 'dark;background:url(https://evil.example/)',
    locale: '<img src=x onerror=alert(1)>',
    form: 'default',
    fields: JSON.stringify(fields),
    texts: JSON.stringify({ __proto__: null, ...ownTexts }),
    triggers: JSON.stringify([{ type: 'delay', seconds: 0, text: joined.slice(0, 200), everyHours: 0 }]),
    onclick: 'alert(1)',
  });
  await page.mouse.move(200, 200);
  await page.locator('button.launcher').click();
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
  expect(await judge()).toEqual(clean);
  // Invalid option values are logged for the page's developer, as text. The code that logs them is loaded apart.
  await expect.poll(() => faults).toHaveLength(5);
  const logged = faults.splice(0);
  expect(logged.map((line) => /^\[leadchat\] option `(\w+)` must be/.exec(line)?.[1]).sort()).toEqual([
    'avatar',
    'color',
    'offset',
    'position',
    'theme',
  ]);
});

test('R12: hostile texts in options, fields, widget texts, responses and prefilled values are rendered as text', async ({
  page,
  site,
  faults,
}) => {
  await page.route('**/config?form=*', async (route) => {
    const batch = Number(new URL(route.request().url()).searchParams.get('form')?.slice(1)) * 29;
    const texts = joinedTexts.slice(batch, batch + 29);
    const response = await fetchFor(route, { url: `${site.proxy.url}/config?form=default` });
    const config = await response.json();
    const fields = texts.map((text, index) => ({
      name: `field_${index}`,
      type: index % 2 === 0 ? 'text' : 'select',
      label: text.slice(0, 200),
      placeholder: text.slice(0, 200),
      required: false,
      ...(index % 2 === 1 && { options: texts.map((text) => ({ value: text, label: text.slice(0, 200) })) }),
    }));
    config.form = { ...config.form, name: `b${batch / 29}`, fields: [config.form.fields[0], ...fields] };
    config.form.consent = { text: texts.join(' ').slice(0, 2000), version: '1', required: false };
    await route.fulfill({ response, json: config });
  });
  await page.route('**/leads', (route) => {
    const { form } = route.request().postDataJSON();
    const batch = Number(form.slice(1)) * 29;
    const texts = joinedTexts.slice(batch, batch + 29);
    const issues = texts.map((message, index) => ({ path: `fields.field_${index}`, message }));
    return route.fulfill({
      status: 400,
      json: { status: 'failed', message: texts[0], code: 'bad-request', issues },
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  const judge = await visit(page, site, { form: 'b0' });
  await page.locator('button.launcher').click();
  const dialog = page.getByRole('dialog');
  const batches = Math.ceil(joinedTexts.length / 29);
  for (let batch = 0; batch < batches; batch++) {
    const texts = joinedTexts.slice(batch * 29, batch * 29 + 29);
    await page.evaluate(
      ([form, some]) => {
        const page = Object(window).LeadChat;
        // As long as a text may be, with other parts of the hostile texts in each.
        const words = Object.fromEntries(
          ['formIntro', 'startChat', 'optional', 'badOption'].map((key, index) => [
            key,
            some.join().slice(index * 500, (index + 1) * 500) || some.join().slice(0, 500),
          ]),
        );
        page.update({ form, texts: words, title: some[0]?.slice(0, 80), greeting: some.join().slice(0, 300) });
        page.prefill(Object.fromEntries(some.map((text, index) => [`field_${index}`, text])));
        page.prefill({ phone: '+1 415 555 2671', __proto__: { phone: some[0] } });
      },
      [`b${batch}`, texts] as const,
    );
    const first = dialog.locator('.field', { has: page.locator('[name=field_0]') });
    await expect(first.locator('label')).toContainText(texts[0]?.slice(0, 200) ?? '');
    // The words of the page are there before the form, and a label contains one of them: the placeholder is the form's.
    await expect(dialog.locator('[name=field_0]')).toHaveAttribute('placeholder', texts[0]?.slice(0, 200) ?? '');
    await dialog.locator('[name=phone]').fill('+1 415 555 2671');
    const refused = page.waitForResponse('**/leads');
    await dialog.locator('[name=phone]').press('Enter');
    await refused;
    await expect(first.locator('.problem')).toContainText(texts[0] ?? '');
    expect(await judge()).toEqual(clean);
  }
  // The browser logs each violation, and the widget logs each value of an earlier form that matches no field of this form.
  await expect.poll(() => faults).toContainEqual(expect.stringContaining('"field_28" fills in nothing'));
  const isReport = (fault: string) => /^\[leadchat\] "field_\d+" fills in nothing/.test(fault);
  expect(faults.splice(0).filter((fault) => !isReport(fault))).toHaveLength(batches);
});
