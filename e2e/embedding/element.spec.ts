import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('<lead-chat> in a shadow root keeps its chat when it is moved, and resumes it when it returns', async ({
  page,
  stack,
}) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) problems.push(line.text());
  });
  const visitor = new Visitor(page);
  // The demo page without the demo's own chat.
  await page.route('**/leadchat.js', (route) => route.fulfill({ body: '' }));
  await page.goto(stack.site);
  await page.evaluate((proxyUrl) => {
    const box = document.createElement('section');
    const element = document.createElement('lead-chat');
    // Frameworks set properties before the element is defined.
    Object.assign(element, { proxyUrl, color: '#b91c1c' });
    box.attachShadow({ mode: 'open' }).append(element);
    document.body.append(box);
    const received: string[] = [];
    Object.assign(window, { element, received });
    document.addEventListener('leadchat:lead:accepted', () => received.push('lead:accepted'));
  }, stack.proxy.url);
  await page.addScriptTag({ type: 'module', url: '/dist/browser/element.js' });
  await visitor.leaveLead({ phone: '(415) 555-2693', firstName: 'Ada' });
  await expect(visitor.log).toContainText('Ada');
  await stack.leadOnFile('14155552693');
  await expect.poll(() => page.evaluate(() => Object(window).received)).toEqual(['lead:accepted']);
  const isOpen = () => page.evaluate(() => Object(window).element.hasAttribute('open'));
  expect(await isOpen()).toBe(true);

  await visitor.say('Do not move');
  const session = await visitor.storedSession(stack.ids.flow);
  const isAbovePage = await page.evaluate(() => {
    const { element } = Object(window);
    // Frameworks set attributes of what they move.
    element.remove();
    element.setAttribute('position', 'bottom-left');
    document.querySelector('main')?.prepend(element);
    return element.shadowRoot.querySelector('.layer.left').matches(':popover-open');
  });
  expect(isAbovePage).toBe(true);
  await expect(visitor.dialog).toBeVisible();
  await visitor.say('Moved');
  await expect.poll(() => stack.visitorMessages(session)).toEqual(['Do not move', 'Moved']);
  expect((await stack.conversation(session))?.connections).toBe(1);

  await page.evaluate(() => Object(window).element.remove());
  await expect(visitor.dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /chat$/ })).toHaveCount(0);
  await page.evaluate(() => document.body.append(Object(window).element));
  await expect(visitor.log).toContainText('Moved');

  await page.evaluate(() => {
    Object(window).element.open = false;
  });
  await expect(visitor.dialog).toBeHidden();
  await page.getByRole('button', { name: 'Open chat' }).click();
  expect(await isOpen()).toBe(true);
  expect(problems).toEqual([]);
});
