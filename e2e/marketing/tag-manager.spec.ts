import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Page } from 'playwright/test';
import { codeBlocks } from '../../test/support/code-blocks.ts';
import { type HostSite, startHostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { type ContainerTag, containerScript, containerSnippet } from '../support/tag-manager.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

const docs = readFileSync('docs/tag-manager.md', 'utf8');
const [chatTag = '', consentTag = ''] = codeBlocks('docs/tag-manager.md', docs)
  .filter(({ language }) => language === 'html')
  .map(({ code }) => code);
/** The triggers and the variable that the docs tell the reader to create. */
const [, allEvents = ''] = /"Use regex matching": `([^`]+)`/.exec(docs) ?? [];
const [, conversionEvent = ''] = /Custom Event, event name `([^`]+)`/.exec(docs) ?? [];
const [, transactionId = ''] = /Transaction ID = `\{\{([^`]+)\}\}`/.exec(docs) ?? [];
const initialization = 'gtm.js';

/** A page with a container, and the conversions that it reports. */
async function visit(page: Page, site: HostSite, more: readonly ContainerTag[] = [], body?: string) {
  const html = chatTag.replaceAll('https://chat.example.com', site.proxy.url);
  expect(html).toContain(site.proxy.url);
  site.put('/gtm.js', containerScript([{ trigger: initialization, html }, ...more]));
  site.put('/conversion', '');
  site.put('/analytics', '');
  const reported: string[] = [];
  page.context().on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/conversion') reported.push(searchParams.get('transaction_id') ?? '');
  });
  const address = site.put('/', hostPage({ head: containerSnippet, ...(body !== undefined && { body }) }));
  await page.goto(address);
  return { visitor: new Visitor(page), reported, address };
}

const conversion = { trigger: conversionEvent, url: '/conversion', variable: transactionId };

test('a Custom HTML tag installs the chat with its options, and takes leads', async ({ page, site }) => {
  const { visitor } = await visit(page, site);
  const launcher = page.getByRole('button', { name: 'Open chat' });
  await expect(launcher).toHaveCount(1);
  const { width = 0 } = page.viewportSize() ?? {};
  await expect.poll(async () => (await launcher.boundingBox())?.x).toBeLessThan(width / 2);
  await visitor.leaveLead({ phone: '(415) 555-2661', firstName: 'Ada' });
  await expect.poll(site.phones).toContain('14155552661');
});

test('the line of the script alone is an installation, too', async ({ page, site }) => {
  const line = tagOf(site);
  site.put('/gtm.js', containerScript([{ trigger: initialization, html: line }]));
  await page.goto(site.put('/', hostPage({ head: containerSnippet })));
  const visitor = new Visitor(page);
  await visitor.leaveLead({ phone: '(415) 555-2662', firstName: 'Ada' });
  await expect.poll(site.phones).toContain('14155552662');
});

test('a lead is one conversion, under the ID that the server knows, also with a reload and a second tab', async ({
  page,
  site,
}) => {
  const { visitor, reported, address } = await visit(page, site, [conversion]);
  const second = await page.context().newPage();
  await second.goto(address);
  await new Visitor(second).openChat();
  const answer = page.waitForResponse('**/leads');
  await visitor.leaveLead({ phone: '(415) 555-2663', firstName: 'Ada' });
  const { lead } = await (await answer).json();
  await expect.poll(() => reported).toEqual([lead]);
  await expect(new Visitor(second).log).toContainText('Hi Ada');
  await page.reload();
  await visitor.followOpenChat();
  await visitor.say('Still here');
  await expect(new Visitor(second).log).toContainText('Still here');
  expect(reported).toEqual([lead]);
});

test('a lead that waits while the proxy is down is one conversion when it arrives', async ({ page, site, faults }) => {
  const { visitor, reported, address } = await visit(page, site, [conversion]);
  await page.route('**/leads', (route) => route.abort());
  await visitor.leaveLead({ phone: '(415) 555-2664', firstName: 'Ada' });
  await visitor.say('Hello?');
  expect(reported).toEqual([]);
  // The page tries again by itself: it is left before that can succeed.
  await page.goto('about:blank');
  await page.unroute('**/leads');
  const answer = page.waitForResponse('**/leads');
  await page.goto(address);
  await visitor.openChat();
  const { lead } = await (await answer).json();
  await expect.poll(() => reported).toEqual([lead]);
  expect(faults.splice(0).every((fault) => fault.includes('net::ERR_FAILED'))).toBe(true);
});

test('the conversion that the server reports has the same ID, so that both count as one', async ({ browser }) => {
  const told: string[] = [];
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { type, data } = JSON.parse(body);
    if (type === 'lead.accepted') told.push(data.lead);
    response.end();
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const address = receiver.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`;
  const site = await startHostSite({ config: { webhooks: [{ url, secret: `whsec_${btoa('s'.repeat(32))}` }] } });
  const page = await browser.newPage();
  try {
    const { visitor, reported } = await visit(page, site, [conversion]);
    await visitor.leaveLead({ phone: '(415) 555-2665', firstName: 'Ada' });
    await expect.poll(() => told).toHaveLength(1);
    await expect.poll(() => reported).toEqual(told);
  } finally {
    await page.close();
    await site.stop();
    receiver.closeAllConnections();
    await new Promise((done) => receiver.close(done));
  }
});

test('the trigger for Google Analytics fires for each of the widget’s events', async ({ page, site }) => {
  const analytics = { trigger: allEvents, url: '/analytics', variable: 'event' };
  const events: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/analytics') events.push(searchParams.get('transaction_id'));
  });
  const { visitor } = await visit(page, site, [analytics]);
  await visitor.leaveLead({ phone: '(415) 555-2666', firstName: 'Ada' });
  await visitor.say('Hello');
  const expected = ['chat_open', 'form_start', 'form_submit', 'generate_lead', 'chat_start', 'chat_message_sent'];
  await expect.poll(() => events).toEqual(expect.arrayContaining(expected));
});

test('the consent tag lets the chat store, whether it fires before or after the chat is there', async ({
  page,
  site,
}) => {
  const consent: ContainerTag = { trigger: 'consent_granted', html: consentTag };
  const html = chatTag
    .replaceAll('https://chat.example.com', site.proxy.url)
    .replace('position:', "consent: 'required', leadForm: 'off', position:");
  const stored = () => page.evaluate(() => localStorage.length);
  const accept = () => page.evaluate(() => Object(window).dataLayer.push({ event: 'consent_granted' }));

  site.put('/gtm.js', containerScript([{ trigger: initialization, html }, consent]));
  await page.goto(site.put('/', hostPage({ head: containerSnippet })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.say('Hello');
  expect(await stored()).toBe(0);
  await accept();
  await expect.poll(stored).toBeGreaterThan(0);
  await page.evaluate(() => Object(window).LeadChat.setConsent('denied'));
  expect(await stored()).toBe(0);

  // On the next page the banner remembers the choice, and the tag of the consent comes first.
  site.put('/gtm.js', containerScript([consent, { trigger: initialization, html }]));
  const remembered = `<script>window.dataLayer = [{ event: 'consent_granted' }]</script>`;
  await page.goto(site.put('/next', hostPage({ head: remembered + containerSnippet })));
  await visitor.openChat();
  await visitor.say('Hello again');
  await expect.poll(stored).toBeGreaterThan(0);
});
