import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

// Cause: panel.js gave the panel of this build to every script, and one that provided less was a bubble that did nothing.
test('a script of an earlier build, whose files are gone, gives way to the current one', async ({ page, stack }) => {
  await page.route(/\/leadchat\.js$/, async (route) => {
    const response = await route.fetch();
    const source = await response.text();
    await route.fulfill({
      response,
      body: source.replace('assets/panel-', 'assets/gone-').replaceAll('expectsForm', 'hasForm'),
    });
  });
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await page.evaluate(() => Reflect.get(window, 'LeadChat').update({ texts: { startChat: 'Begin' } }));
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-2698', firstName: 'Ada', lastName: 'B', email: 'ada@example.com' });
  await visitor.dialog.getByRole('button', { name: 'Begin' }).click();
  await expect(visitor.log).toBeVisible();
  await stack.leadOnFile('14155552698');
  await expect(page.getByRole('dialog')).toHaveCount(1);
});
