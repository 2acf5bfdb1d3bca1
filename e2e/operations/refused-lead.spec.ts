import { noViolations, violationsInBothSchemes } from '../support/axe.ts';
import { pressUntilShown } from '../support/press-until-shown.ts';
import { expect, testWith } from '../support/stack.ts';
import { operatorToken } from '../support/start-stack.ts';
import { Visitor } from '../support/visitor.ts';

/** A stack without the leads of other journeys: the fault is for the next lead. */
const test = testWith({});

test('an operator reads why a lead was refused, corrects it, sends it again, and closes another', async ({
  page,
  stack,
  browser,
}) => {
  await stack.fault({ route: 'POST /v1/lead/create', kind: 'status', status: 400, count: 2 });
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.leaveLead({ phone: '(415) 555-2695', firstName: 'Mary', email: 'mary@exmaple.com' });
  const other = await browser.newPage();
  await other.goto(stack.site);
  await new Visitor(other).leaveLead({ phone: '(415) 555-2696', firstName: 'Emmy' });
  await other.close();

  await page.goto(`${stack.proxy.url}/admin`);
  await page.getByLabel('Your token').fill(operatorToken);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const list = page.getByRole('list', { name: 'Leads' });
  await pressUntilShown(
    page.getByRole('button', { name: 'Refresh' }),
    list.getByRole('button', { name: /Refused/ }),
    2,
  );

  await list.getByRole('button', { name: /Mary/ }).click();
  const mary = page.getByRole('region', { name: 'Lead Mary' });
  await expect(mary).toContainText('Reason: A fault was set: status 400.');
  // The field is open, and has the focus.
  await expect(mary.getByLabel('New value')).toBeFocused();
  await mary.getByLabel('Field').selectOption('email');
  await expect(mary.getByLabel('New value')).toHaveValue('mary@exmaple.com');
  expect(await violationsInBothSchemes(page)).toEqual(noViolations);
  await mary.getByLabel('New value').fill('mary at example');
  await mary.getByRole('button', { name: 'Correct and send again' }).click();
  await expect(page.getByRole('status')).toContainText('fields.email');
  await mary.getByLabel('New value').fill('mary@example.com');
  await mary.getByLabel('Your name').first().fill('Grace');
  await mary.getByRole('button', { name: 'Correct and send again' }).click();
  await expect(page.getByRole('status')).toHaveText('Corrected. The lead is being sent again.');
  await expect(async () => {
    const found = (await stack.state()).leads.find(({ phone }) => phone === '14155552695');
    expect(found).toMatchObject({ email: 'mary@example.com' });
  }).toPass();

  await list.getByRole('button', { name: /Emmy/ }).click();
  const emmy = page.getByRole('region', { name: 'Lead Emmy' });
  await emmy.getByRole('button', { name: 'Close lead' }).click();
  const dialog = page.getByRole('dialog');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await violationsInBothSchemes(page)).toEqual(noViolations);
  await dialog.getByLabel(/^Reason/).fill('called by hand');
  await expect(dialog.getByLabel('Your name')).toHaveValue('Grace');
  await dialog.getByRole('button', { name: 'Close lead' }).click();
  await expect(page.getByRole('status')).toHaveText('Closed. Nothing more of the lead is sent.');
  await page.getByRole('navigation', { name: 'Leads by state' }).getByRole('button', { name: 'Closed' }).click();
  await list.getByRole('button', { name: /Emmy/ }).click();
  await expect(emmy.getByText(/^Closed by Grace on .*: called by hand$/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const metrics = await (await fetch(`${stack.proxy.url}/metrics`)).text();
  expect(metrics).toMatch(/leadchat_leads\{state="closed"\} 1/);
});
