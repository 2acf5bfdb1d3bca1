import { test } from '../states/showcase.ts';
import { Stage } from '../states/stage.ts';
import { expect } from '../support/stack.ts';

test('in forced colors the system draws edges, ticks and the focus ring', async ({ page, stack }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const stage = new Stage(page, stack);
  await stage.visit();
  await stage.call('update', { form: 'complete' });
  await stage.openChat();
  const edge = (element: Element) => getComputedStyle(element).borderTopWidth;
  const close = stage.dialog.getByRole('button', { name: 'Close' });
  expect(await close.evaluate(edge)).toBe('1px');
  expect(await stage.dialog.evaluate(edge)).toBe('1px');
  // Forced colors remove backgrounds, so a tick drawn as a background would disappear.
  const consent = stage.dialog.getByLabel('I agree to be contacted');
  await expect(consent).toHaveCSS('appearance', 'auto');
  // A transparent outline is what forced colors make visible.
  const name = stage.dialog.getByLabel('First name');
  await name.focus();
  expect(await name.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  const bubble = page.getByRole('button', { name: 'Close chat' });
  expect(await bubble.evaluate((element) => getComputedStyle(element, '::before').forcedColorAdjust)).toBe('none');
});
