import { noViolations, violationsInBothSchemes } from '../support/axe.ts';
import { expect, testWith } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

/** A sandbox without the leads of other journeys. */
const test = testWith({});

test("the sandbox's page shows a lead and its conversation live, and deletes them", async ({
  page,
  context,
  stack,
}) => {
  const sandbox = await context.newPage();
  const errors: string[] = [];
  sandbox.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await sandbox.goto(stack.sandbox.url);
  const leads = sandbox.getByRole('region', { name: 'Leads' });
  await expect(leads).toContainText('No leads yet.');
  await expect(sandbox.getByRole('region', { name: 'Numbers to try' })).toContainText('+14155550130');
  await expect(sandbox.getByRole('link', { name: 'Back to the demo' })).toHaveCount(0);

  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.leaveLead({ phone: '(415) 555-2695', firstName: 'Hedy' });
  await visitor.say('Is this the sandbox?');
  await sandbox.bringToFront();
  await expect(leads.getByRole('row', { name: /\+14155552695 Hedy .*website/ })).toBeVisible();
  await expect(sandbox.getByRole('region', { name: 'Conversations' })).toContainText('Is this the sandbox?');
  await expect(sandbox.getByRole('link', { name: /^Leads 1$/ })).toBeVisible();

  expect(await violationsInBothSchemes(sandbox)).toEqual(noViolations);
  await sandbox.setViewportSize({ width: 320, height: 640 });
  expect(await sandbox.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  await sandbox.getByRole('button', { name: 'Reset' }).click();
  await sandbox.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(leads).toContainText('Hedy');
  await sandbox.getByRole('button', { name: 'Reset' }).click();
  await sandbox.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click();
  await expect(leads).toContainText('No leads yet.');
  expect(errors).toEqual([]);
});
