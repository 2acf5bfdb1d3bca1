import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'playwright/test';
import { sampleOf } from '../../test/support/sample.ts';
import { type HostSite, startHostSite } from '../support/host-site.ts';
import { servedTest as test } from '../support/served-test.ts';
import { Visitor } from '../support/visitor.ts';

let site: HostSite;
test.beforeAll(async () => {
  site = await startHostSite({ config: { forms: { default: { tags: ['website'] }, shop: { tags: ['shop'] } } } });
});
test.afterAll(() => site.stop());

/** Every variant of the one-line install that sites and tag managers write. `SRC` is the proxy's script. */
const tags = {
  'async, in the head': { head: '<script src="SRC" async></script>' },
  'without async, in the head, before the body exists': { head: '<script src="SRC"></script>' },
  'with defer': { head: '<script src="SRC" defer></script>' },
  'at the end of the body': { body: '<script src="SRC"></script>' },
  'as a module, without document.currentScript': { head: '<script type="module" src="SRC"></script>' },
  'with crossorigin, as integrity requires': { head: '<script src="SRC" crossorigin="anonymous" async></script>' },
  'added by a tag manager': {
    body: `<script>document.body.append(Object.assign(document.createElement('script'), { src: 'SRC' }));</script>`,
  },
  'twice, as tag managers do': { head: '<script src="SRC" async></script>', body: '<script src="SRC"></script>' },
  'twice with different attributes: the first tag that runs wins': {
    head: '<script src="SRC" data-position="bottom-left"></script>',
    body: '<script src="SRC" data-theme="dark"></script>',
  },
  'beside another build, in any order': {
    head: '<script src="PINNED" data-proxy-url="PROXY"></script>',
    body: '<script src="SRC"></script>',
  },
  'after a tag without options': { head: '<script src="PINNED"></script>', body: '<script src="SRC"></script>' },
  'with a call of init before it': {
    head: `<script>(window.LeadChat = (...call) => LeadChat.q.push(call)).q = [['init', { theme: 'dark' }]];</script>
           <script src="SRC" async></script>`,
  },
  'with a call of init after it': {
    body: `<script src="SRC"></script><script>LeadChat.init({ theme: 'dark' })</script>`,
  },
};

const pageWith = ({ head = '', body = '' }: { head?: string; body?: string }) =>
  site.put(
    '/tags.html',
    `<!doctype html><html lang="en"><head><title>Tags</title>${head}</head><body><h1>Tags</h1>${body}</body></html>`,
  );

for (const [how, { head = '', body = '' }] of sampleOf(Object.entries<{ head?: string; body?: string }>(tags), 4)) {
  test(`the one-line install creates exactly one chat: ${how}`, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const fill = (text: string) =>
      text
        .replaceAll('SRC', `${site.proxy.url}/leadchat.js`)
        .replaceAll('PINNED', `${site.proxy.url}/${JSON.parse(readFileSync('dist/integrity.json', 'utf8')).script}`)
        .replaceAll('PROXY', site.proxy.url);
    await page.goto(pageWith({ head: fill(head), body: fill(body) }));
    const visitor = new Visitor(page);
    await expect(page.getByRole('button', { name: 'Open chat' })).toHaveCount(1);
    await visitor.openChat();
    await expect(visitor.phone).toBeVisible();
    expect(errors).toEqual([]);
  });
}

test('the script runs from any static host beside its modules, and sends leads to the proxy', async ({ page }) => {
  site.fallback((path) => {
    const file = `dist${path.replace(/^\/cdn/, '')}`;
    return existsSync(file) ? { content: readFileSync(file), type: 'text/javascript' } : undefined;
  });
  const address = pageWith({
    head: `<script src="/cdn/leadchat.js" data-proxy-url="${site.proxy.url}" data-title="Northlight Dental" async></script>`,
  });
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.push(new URL(request.url()).origin);
  });
  await page.goto(address);
  await new Visitor(page).leaveLead({ phone: '(415) 555-2690', firstName: 'Grace' });
  await expect.poll(() => site.phones()).toEqual(['14155552690']);
  expect(new Set(loaded)).toEqual(new Set([site.url]));
});

const formChoices = [
  { title: "the script's URL chooses the form", dataForm: '', phone: '4155552697', tag: 'shop', configRequests: 0 },
  {
    title: "`data-form` wins over the script's URL",
    dataForm: 'data-form="default"',
    phone: '4155552698',
    tag: 'website',
    configRequests: 1,
  },
];
for (const { title, dataForm, phone, tag, configRequests } of formChoices) {
  test(title, async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/config') requests.push(request.url());
    });
    await page.goto(
      pageWith({ head: `<script src="${site.proxy.url}/leadchat.js?form=shop" ${dataForm} async></script>` }),
    );
    await new Visitor(page).leaveLead({ phone, firstName: 'Grace' });
    const tags = async () => (await site.state()).leads.find((lead) => lead.phone === `1${phone}`)?.tags;
    await expect.poll(tags).toEqual([tag]);
    expect(requests).toHaveLength(configRequests);
  });
}

test('a click without a network shows an error, and works once the network is back', async ({ page, context }) => {
  await page.goto(pageWith({ head: `<script src="${site.proxy.url}/leadchat.js" async></script>` }));
  const errorCode = page.evaluate(
    () => new Promise((done) => addEventListener('leadchat:error', (event) => done(Object(event).detail.code))),
  );
  const bubble = page.getByRole('button', { name: 'Open chat' });
  await expect(bubble).toBeVisible();
  await context.setOffline(true);
  await bubble.click();
  expect(await errorCode).toBe('load-failed');
  // The first error may be of the pointer's arrival, before the click.
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toBeVisible();
  await context.setOffline(false);
  await tryAgain.click();
  await expect(new Visitor(page).phone).toBeVisible();
});

test('the script of a proxy under a path sends leads to that path', async ({ page }) => {
  const script = await (await fetch(`${site.proxy.url}/leadchat.js`)).text();
  site.put('/chat/leadchat.js', script);
  site.fallback((path) => {
    const file = `dist${path.replace(/^\/chat/, '')}`;
    return existsSync(file) ? { content: readFileSync(file), type: 'text/javascript' } : undefined;
  });
  await page.goto(pageWith({ head: '<script src="/chat/leadchat.js" async></script>' }));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-2696' });
  const lead = page.waitForRequest((request) => request.method() === 'POST');
  await visitor.startChat();
  expect((await lead).url()).toBe(`${site.url}/chat/leads`);
});
