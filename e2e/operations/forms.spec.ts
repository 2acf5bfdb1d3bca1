import type { Page } from 'playwright/test';
import { noViolations, violationsInBothSchemes } from '../support/axe.ts';
import { pressUntilShown } from '../support/press-until-shown.ts';
import { expect, testWith } from '../support/stack.ts';
import { operatorToken } from '../support/start-stack.ts';

const enterprise = 'a3000000-0000-4000-8000-000000000003';
const test = testWith({ sandboxOptions: ['--journey', enterprise] });

async function expectAccessible(page: Page): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsInBothSchemes(page, { exclude: 'iframe' })).toEqual(noViolations);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Goes on by Tab until the control with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const isThere = async () => (await page.locator(':focus').count()) > 0 && nameFits(await accessibleName(page), name);
  for (let presses = 0; presses < 150; presses++) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not lead to ${name}`);
}

function accessibleName(page: Page): Promise<string> {
  return page.locator(':focus').evaluate((element) => {
    const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
    const text = labels.map((label) => label.textContent ?? '').join(' ');
    return (element.getAttribute('aria-label') ?? (text || element.textContent) ?? '').trim();
  });
}

function nameFits(found: string, name: string | RegExp): boolean {
  return typeof name === 'string' ? found === name : name.test(found);
}

test('an operator adds a question with a route by keyboard alone, and visitors are asked it', async ({
  page,
  stack,
}) => {
  test.slow();
  await page.goto(`${stack.proxy.url}/admin#/settings/forms`);
  await page.getByLabel('Your token').fill(operatorToken);
  await page.keyboard.press('Enter');
  const settings = page.getByRole('region', { name: 'Settings', exact: true });
  const preview = page.frameLocator('iframe[title="Preview of the chat"]');
  await expect(settings.getByRole('button', { name: /^First name/ })).toBeVisible();

  await tabTo(page, 'Add a question');
  await page.keyboard.press('Enter');
  await tabTo(page, /^One choice, as buttons/);
  await page.keyboard.press('Enter');
  await expect(settings.getByRole('textbox', { name: 'Question' })).toBeFocused();
  await page.keyboard.type('How many employees?');
  await tabTo(page, 'Choice 1');
  await page.keyboard.type('1–99');
  await tabTo(page, 'Choice 2');
  await page.keyboard.type('100+');
  const question = preview.getByRole('radiogroup', { name: 'How many employees?' });
  await expect(question.getByRole('radio', { name: '100+' })).toBeVisible();

  // A second one, which is only for some, before the name.
  await tabTo(page, 'Add a question');
  await page.keyboard.press('Enter');
  await tabTo(page, /^Short text/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Your budget');
  await tabTo(page, 'Always');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, '100+');
  await page.keyboard.press('Space');
  await expect(settings.getByRole('button', { name: /^Your budget/ })).toContainText(
    'Show only if How many employees? is 100+',
  );
  await expect(preview.getByText('Your budget')).toHaveCount(0);
  // The preview begins anew with each draft, so an answer may be gone again.
  await pressUntilShown(question.getByText('100+'), preview.getByLabel('Your budget'));

  await settings.getByRole('button', { name: 'Move up: How many employees?' }).focus();
  for (const place of [4, 3, 2]) {
    await page.keyboard.press('Enter');
    await expect(settings.getByText(`How many employees? is now question ${place} of 6.`)).toBeAttached();
  }
  await expect(settings.getByRole('button', { name: 'Move up: How many employees?' })).toBeFocused();

  // The same by a pointer.
  const card = (name: RegExp) => settings.getByRole('listitem').filter({ has: page.getByRole('button', { name }) });
  await card(/^Email/)
    .locator('.drag-handle')
    .dragTo(card(/^First name/), { targetPosition: { x: 60, y: 2 } });
  await expect(settings.getByText('Email is now question 3 of 6.')).toBeAttached();

  await expectAccessible(page);

  await tabTo(page, 'Routes', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Add a route');
  await page.keyboard.press('Enter');
  await tabTo(page, '100+');
  await page.keyboard.press('Space');
  await tabTo(page, 'Journey');
  await page.keyboard.type('Another');
  await tabTo(page, /^Address of the journey/);
  await page.keyboard.type(`https://workspace.example.com/journey/${enterprise}/flow/${stack.ids.flow}`);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Enterprise');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Tags, besides those for everyone');
  await page.keyboard.type('big company');
  await page.keyboard.press('Enter');
  await expect(settings.getByRole('button', { name: /^Route 1/ })).toContainText(
    'If How many employees? is 100+ then journey Enterprise, tag big_company',
  );
  await expectAccessible(page);
  await tabTo(page, 'Save and apply', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved. It is on your site within five seconds.')).toBeVisible();

  await page.goto(stack.site);
  await page.getByRole('button', { name: 'Open chat' }).click();
  const chat = page.getByRole('dialog');
  await chat.getByText('100+').click();
  await expect(chat.getByLabel('Your budget')).toBeVisible();
  await chat.getByLabel('Phone').fill('+14155552671');
  await chat.getByRole('button', { name: 'Start chat' }).click();
  // The lead is there before its tags.
  await expect
    .poll(() => stack.leadOnFile('14155552671'))
    .toMatchObject({ how_many_employees: '100+', tags: expect.arrayContaining(['big_company']) });
  await expect.poll(async () => (await stack.state()).enrolments).toMatchObject([{ workflow_id: enterprise }]);
});
