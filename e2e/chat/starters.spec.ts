import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

const starters = ['What does a first appointment cost?', 'When are you open?', 'Where can I park?'];

test('starters follow the form, are sent by keyboard, and are gone in all tabs and after a reload', async ({
  context,
  page,
  stack,
}) => {
  await context.addInitScript((texts) => {
    const q: unknown[][] = [['update', { starters: texts }]];
    const stub = Object.assign((...call: unknown[]) => void q.push(call), { q });
    Object.assign(window, { LeadChat: stub });
  }, starters);
  const visitor = new Visitor(page);
  const list = visitor.dialog.getByRole('list', { name: 'Suggested questions' });
  await page.goto(stack.site);
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-2786', firstName: 'Ada' });
  await expect(list).toHaveCount(0);
  await visitor.startChat();
  await expect(visitor.log).toContainText('Hi Ada');
  await expect(list.getByRole('button')).toHaveText(starters);

  const other = new Visitor(await context.newPage());
  await other.page.goto(stack.site);
  await other.followOpenChat();
  const otherList = other.dialog.getByRole('list', { name: 'Suggested questions' });
  await expect(otherList.getByRole('button')).toHaveText(starters);

  await visitor.dialog.getByRole('textbox', { name: 'Message' }).focus();
  for (let count = 0; count < 2; count += 1) await page.keyboard.press('Shift+Tab');
  await expect(list.getByRole('button', { name: 'When are you open?' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(visitor.log).toContainText('We are open Monday to Friday');
  await expect(visitor.dialog.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await expect(list).toHaveCount(0);
  await expect(other.log).toContainText('We are open Monday to Friday');
  await expect(otherList).toHaveCount(0);

  await page.reload();
  await visitor.followOpenChat();
  await expect(visitor.log).toContainText('We are open Monday to Friday');
  await expect(list).toHaveCount(0);
});

test('starters are in the language of the visitor', async ({ page, stack }) => {
  await page.goto(`${stack.site}/anonymous.html`);
  const texts = { en: starters, de: ['Was kostet ein erster Termin?'] };
  await page.evaluate((next) => Reflect.get(window, 'LeadChat')('update', next), { locale: 'de', starters: texts });
  await page
    .getByRole('button', { name: 'Chat öffnen' })
    .or(page.getByRole('button', { name: 'Open chat' }))
    .click();
  const list = page.getByRole('list', { name: 'Vorgeschlagene Fragen' });
  await expect(list.getByRole('button')).toHaveText(['Was kostet ein erster Termin?']);
});
