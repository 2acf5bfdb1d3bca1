import { sampleOf } from '../../test/support/sample.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

/** Elements whose names are those of globals and of the document's properties, as content that visitors write may have them. */
const contents = {
  'links named like the API':
    '<a id="LeadChat"></a><a id="LeadChat" name="init"></a><a id="LeadChat" name="getState"></a>',
  'a form named like the API':
    '<form id="LeadChat"><input name="init"><input name="q"><input name="length" value="9"></form>',
  'a frame named like the API': '<iframe name="LeadChat" srcdoc="x"></iframe>',
  'a frame of another origin named like the API': '<iframe name="LeadChat" src="data:text/html,x"></iframe>',
  'an object named like the API': '<object id="LeadChat"></object><embed name="LeadChat">',
  'elements named like what pages measure with':
    '<a id="dataLayer"></a><a id="dataLayer" name="push"></a><form id="turnstile"><input name="render"></form>',
  'elements named like parts of the browser':
    '<nav id="navigation"></nav><p id="requestIdleCallback"></p><p id="visualViewport"></p><p id="trustedTypes"></p><p id="scheduler"></p>',
  'images named like properties of the document':
    '<img name="title"><img name="body"><img name="documentElement"><img name="activeElement"><img name="currentScript"><img name="head">',
  'forms named like functions of the document':
    '<form name="querySelector"></form><form name="hasFocus"></form><form name="hidden"></form><form name="visibilityState"></form><form name="baseURI"></form>',
};

for (const [name, content] of sampleOf(Object.entries(contents), 3)) {
  test(`the chat works on a page whose content has ${name}`, async ({ page, site }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
    const body = `${content}<h1>Northlight Dental</h1>${tagOf(site, { leadForm: 'off' })}`;
    await page.goto(site.put('/', hostPage({ body })));
    const visitor = new Visitor(page);
    await visitor.openChat();
    await visitor.say('Does this arrive?');
    await expect(visitor.log).toContainText('Thank you');
    await visitor.dialog.getByRole('button', { name: 'Close' }).click();
    await expect(visitor.dialog).toBeHidden();
    await page.evaluate(() => Object(window).LeadChat('open'));
    await expect(visitor.dialog).toBeVisible();
  });
}

test('an element named like the Navigation API does not hide the navigations of a router', async ({ page, site }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
  const pages = JSON.stringify([{ url: '/checkout', hidden: true }]);
  const head = tagOf(site, { leadForm: 'off', pages });
  await page.goto(site.put('/', hostPage({ head, body: '<nav id="navigation">Menu</nav>' })));
  const bubble = page.getByRole('button', { name: 'Open chat' });
  await expect(bubble).toBeVisible();
  await page.evaluate(() => history.pushState(null, '', '/checkout'));
  await expect(bubble).toBeHidden();
});

test('a lead is told to the dataLayer of the page, and a page whose dataLayer throws loses nothing', async ({
  page,
  site,
  faults,
}) => {
  const head = `<script>window.dataLayer = Object.freeze([]);</script>${tagOf(site)}`;
  await page.goto(site.put('/', hostPage({ head })));
  const visitor = new Visitor(page);
  await visitor.leaveLead({ phone: '(415) 555-2688', firstName: 'Ada' });
  await expect(visitor.log).toContainText('Hi Ada');
  // What is told of the conversation may come later.
  await page.close();
  expect(faults.splice(0).every((fault) => fault.includes('not extensible'))).toBe(true);
});
