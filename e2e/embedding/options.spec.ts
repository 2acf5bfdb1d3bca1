import { visitWithOwnScript } from '../support/own-script.ts';
import { expect, test } from '../support/stack.ts';

test('the widget applies options from attributes of every type', async ({ page, stack }) => {
  const problems: string[] = [];
  page.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
  await visitWithOwnScript(page, stack, {
    title: 'Ask Northlight',
    offset: '{"x":60,"y":40}',
    position: 'bottom-left',
    open: '',
    analytics: 'false',
    resumeDays: '7',
    leadForm: 'optional',
    texts: '{"startChat":"Let us begin"}',
    triggers: '[{"type":"delay","seconds":1}]',
    locale: 'en',
  });
  const dialog = page.getByRole('dialog', { name: 'Ask Northlight' });
  await expect(dialog.getByRole('button', { name: 'Let us begin' })).toBeVisible();
  const bubble = await page.getByRole('button', { name: 'Close chat' }).boundingBox();
  const { height = 0 } = page.viewportSize() ?? {};
  expect([bubble?.x, height - (bubble?.y ?? 0) - (bubble?.height ?? 0)]).toEqual([60, 40]);

  await dialog.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('Hi there');
  expect(problems).toEqual([]);
});
