import { noViolations, violationsInBothSchemes } from '../support/axe.ts';
import { pressUntilShown } from '../support/press-until-shown.ts';
import { expect, testWith } from '../support/stack.ts';
import { operatorToken } from '../support/start-stack.ts';
import { Visitor } from '../support/visitor.ts';

/** A stack without the leads of other journeys: the fault is for the next enrolment of any lead. */
const test = testWith({});

test('an administrator finds an enrolment of unknown outcome, replays it, and erases the lead', async ({
  page,
  stack,
}) => {
  // The connection closes without a response, so the proxy cannot know the outcome.
  await stack.fault({ route: 'PATCH /v1/lead/sendtoworkflow', kind: 'drop' });
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.leaveLead({ phone: '(415) 555-2690', firstName: 'Rosalind' });

  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') violations.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(`${stack.proxy.url}/admin`);
  await page.getByLabel('Your token').fill('not the right token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Nobody has this token here. Check that all of it is copied.');
  await page.getByLabel('Your token').fill(operatorToken);
  await page.getByRole('button', { name: 'Sign in' }).click();

  const inList = page.getByRole('list', { name: 'Leads' }).getByRole('button', { name: /Rosalind.*Check by hand/ });
  await pressUntilShown(page.getByRole('button', { name: 'Refresh' }), inList);
  await inList.click();
  const details = page.getByRole('region', { name: 'Lead Rosalind' });
  await expect(details.getByRole('listitem').filter({ hasText: 'Journey' })).toContainText('Check by hand');
  await expect(details).toBeFocused();
  await expect(page).toHaveURL(/#\/leads\/[\w-]{36}/);
  const [lead = ''] = /[\w-]{36}$/.exec(new URL(page.url()).hash) ?? [];
  await page.reload();
  await expect(details).toBeFocused();
  expect(await violationsInBothSchemes(page)).toEqual(noViolations);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect((await stack.state()).enrolments.filter(({ record }) => record.phone === '14155552690')).toEqual([]);
  await details.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  const views = page.getByRole('navigation', { name: 'Leads by state' });
  const delivered = page.getByRole('list', { name: 'Leads' }).getByRole('button', { name: /Rosalind.*Sent/ });
  await pressUntilShown(views.getByRole('button', { name: 'Sent' }), delivered);
  await delivered.click();

  const metrics = await (await fetch(`${stack.proxy.url}/metrics`)).text();
  expect(metrics).toMatch(/leadchat_leads\{state="unknown"\} 0/);

  await details.getByRole('button', { name: 'Erase' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('Rosalind')).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveText('Erased.');
  await expect(page.getByRole('link', { name: new URL(stack.site).host })).toHaveAttribute('href', stack.site);
  expect((await stack.state()).enrolments.filter(({ record }) => record.phone === '14155552690')).toHaveLength(1);
  // The browser logs the rejected sign-in, and that a refresh has met the erasure. Any other error is a bug of the page.
  const isExpected = (text: string) =>
    text.includes('401') || (text.includes('404') && text.endsWith(`/leads/${lead}`));
  expect(violations.filter((text) => !isExpected(text))).toEqual([]);
});
