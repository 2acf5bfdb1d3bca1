import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

/** How old libraries and careless pages change built-in objects before any other script runs. */
const careless = `
  Object.defineProperty(Object.prototype, 'extend', { value() { return this; } });
  Array.prototype.remove = function (one) { return this.filter((other) => other !== one); };
  Array.prototype.last = function () { return this[this.length - 1]; };
  String.prototype.contains = function (text) { return this.indexOf(text) >= 0; };
  Function.prototype.bindTo = function () { return this; };
  // Prototype.js defines toJSON, and JSON.stringify calls it.
  Date.prototype.toJSON = function () { return 'a date'; };
  Element.prototype.remove = Element.prototype.remove;
  Promise.prototype.finally = undefined;
  window.open = window.close = window.name = 'taken';
  window.event = window.status = window.chat = window.Notification = null;
  console.log = () => { throw new Error('no logging here'); };
`;

test('a lead and a chat work on a page that extends built-in objects, and errors of the page and the widget stay separate', async ({
  page,
  site,
  faults,
}) => {
  await page.addInitScript(() => {
    const caught: string[] = [];
    Object.assign(window, { caught });
    window.onerror = (message) => void caught.push(String(message));
    window.onunhandledrejection = (event) => void caught.push(String(event.reason));
  });
  await page.goto(site.put('/', hostPage({ head: `<script>${careless}</script>${tagOf(site)}` })));
  const visitor = new Visitor(page);
  await visitor.leaveLead({ phone: '(415) 555-2699', firstName: 'Ada' });
  await expect(visitor.log).toContainText('Hi Ada');
  await expect.poll(() => site.phones()).toContain('14155552699');
  expect(await page.evaluate(() => Object(window).caught)).toEqual([]);

  // An error in a listener of the page is reported as an error of the page, and nowhere else.
  await page.evaluate(() => {
    const fail = () => {
      throw new Error('of the page');
    };
    Object(window).LeadChat.on('message:sent', fail);
    addEventListener('leadchat:message:sent', fail);
    addEventListener('leadchat:close', fail);
  });
  await visitor.say('Does this arrive?');
  await expect(visitor.log).toContainText('Thank you');
  await visitor.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(visitor.dialog).toBeHidden();
  const caught = await page.evaluate(() => Object(window).caught);
  expect(caught).toEqual(Array(3).fill('Uncaught Error: of the page'));
  expect(faults.splice(0).every((fault) => fault.includes('of the page'))).toBe(true);

  // Errors in the page do not end the chat.
  await page.evaluate(() => setTimeout(() => Object(window).no.such.thing));
  await expect.poll(() => faults.splice(0).length).toBe(1);
  await visitor.openChat();
  await visitor.say('And this?');
  expect(faults.splice(0).every((fault) => fault.includes('of the page'))).toBe(true);
});

const unusable = {
  'enumerable properties of Object.prototype, with which zod fails':
    'Object.prototype.extend = function () { return this; };',
  'a Set that cannot be iterated, with which zod fails':
    'window.Set = function Set() { this.add = () => this; this.has = () => false; };',
  'an Object.prototype frozen without exceptions, with which signals fail': 'Object.freeze(Object.prototype);',
};

for (const [name, script] of Object.entries(unusable)) {
  test(`on a page with ${name}, the launcher shows an error`, async ({ page, site }) => {
    await page.goto(site.put('/', hostPage({ head: `<script>${script}</script>${tagOf(site)}` })));
    const failure = page.evaluate(
      () => new Promise((resolve) => addEventListener('leadchat:error', (event) => resolve(Object(event).detail.code))),
    );
    await page.getByRole('button', { name: 'Open chat' }).click();
    expect(await failure).toBe('load-failed');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
}
