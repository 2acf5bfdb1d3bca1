import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('new messages are announced once, and earlier messages are not announced again', async ({ page, stack }) => {
  await page.addInitScript(() => {
    // A live region announces the nodes that are added after the region exists.
    const announced: string[] = [];
    Object.assign(window, { announced });
    const watched = new WeakSet<Node>();
    const watch = (root: ShadowRoot) => {
      for (const region of root.querySelectorAll('[role=log], [role=status], [role=alert]')) {
        if (watched.has(region)) continue;
        watched.add(region);
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes) for (const node of addedNodes) announced.push(node.textContent ?? '');
        }).observe(region, { childList: true, subtree: true });
      }
    };
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (init) {
      const root = attach.call(this, init);
      new MutationObserver(() => watch(root)).observe(root, { childList: true, subtree: true });
      return root;
    };
  });
  const announced = () => page.evaluate((): string[] => Object(window).announced);
  const visitor = new Visitor(page);
  await page.goto(`${stack.site}/anonymous.html`);
  await visitor.openChat();
  await expect(visitor.log).toContainText('What can we do for you?');
  await expect(visitor.log).toHaveRole('log');
  // A log is polite by default and must stay so.
  await expect(visitor.log).not.toHaveAttribute('aria-live', /assertive|off/);
  await visitor.say('How much is a first appointment?');
  await expect(visitor.log).toContainText('60 dollars');
  const announcements = (await announced()).join('\n');
  expect(announcements.match(/What can we do for you/g)).toHaveLength(1);
  expect(announcements.match(/60 dollars/g)).toHaveLength(1);

  await page.reload();
  await visitor.openChat();
  await expect(visitor.log).toContainText('60 dollars');
  await expect(visitor.dialog.getByText('Online')).toBeVisible();
  await visitor.say('Thank you');
  await expect(visitor.log).toContainText('You are welcome');
  const later = (await announced()).join('\n');
  expect(later).not.toContain('What can we do for you');
  expect(later).not.toContain('60 dollars');
  expect(later.match(/You are welcome/g)).toHaveLength(1);
});

test('changes other than messages are announced in a status region', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await page.goto(`${stack.site}/anonymous.html`);
  await visitor.openChat();
  await expect(visitor.log).toContainText('What can we do for you?');
  const status = visitor.dialog.getByRole('status').first();
  // Screen readers often skip a region that appears together with its text.
  await expect(status).toBeEmpty();
  await page.context().setOffline(true);
  await expect(status).toContainText("You're offline");
  await page.context().setOffline(false);
  await expect(status).toBeEmpty();
});
