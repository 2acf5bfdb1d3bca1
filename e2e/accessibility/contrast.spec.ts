import { sampleOf } from '../../test/support/sample.ts';
import { test } from '../states/showcase.ts';
import { Stage } from '../states/stage.ts';
import { states } from '../states/states.ts';
import { focusContrast, weakContrasts } from '../support/contrast.ts';
import { expect } from '../support/stack.ts';

test.describe.configure({ mode: 'parallel' });

/** The default accent, and accents of typical brands. test/widget/launcher/contrast.test.ts computes those of all hues. */
const accents = ['#2a5bd7', ...sampleOf(['#ffd400', '#000', '#fff', '#39ff14', '#ff2d95'], 1)];
const looked = [
  'Form with everything missing',
  'Form refused',
  'Call-back requested',
  'Conversation',
  'Offline',
  'Not delivered',
  'Message too long',
  'Answered while closed',
  'Menu',
  'Delete my data',
];

const lookedAt = states.filter(({ name }) => looked.includes(name));

for (const state of sampleOf(lookedAt, 3)) {
  test(`every text, edge and icon has enough contrast with any accent, light and dark: ${state.name}`, async ({
    page,
    stack,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const stage = new Stage(page, stack);
    await state.reach(stage);
    for (const color of accents) {
      await stage.call('update', { color });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await stage.settle();
        expect(await weakContrasts(page), `${color}, ${colorScheme}`).toEqual([]);
      }
    }
    await stack.clearFaults();
  });
}

test('the focus ring is visible on every control with any accent, light and dark', async ({ page, stack }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const stage = new Stage(page, stack);
  await stage.visit();
  await stage.call('update', { form: 'complete', leadForm: 'optional' });
  await stage.openChat();
  await expect(stage.dialog.getByRole('combobox', { name: 'Country' })).toBeAttached();
  let seen = 0;
  for (const color of accents) {
    await stage.call('update', { color });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await stage.dialog.getByRole('button', { name: 'Menu' }).focus();
      for (let press = 0; press < 12; press++) {
        await page.keyboard.press('Tab');
        await stage.settle();
        const contrast = await focusContrast(page);
        if (contrast === undefined) break;
        expect(contrast, `${color}, ${colorScheme}`).toBeGreaterThanOrEqual(3);
        // No part of the panel covers the focused element (2.4.11), whatever its color.
        if (color !== accents[0] || colorScheme === 'dark') continue;
        await expect(stage.dialog.locator(':focus')).toBeInViewport({ ratio: 0.5 });
        expect(await isOnTop(stage)).toBe(true);
        seen++;
      }
    }
  }
  expect(seen).toBeGreaterThan(5);
});

function isOnTop({ page }: Stage): Promise<boolean> {
  return page.evaluate(() => {
    const root = document.querySelector('leadchat-widget')?.shadowRoot;
    const element = root?.activeElement;
    if (element === null || element === undefined) return false;
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = root?.elementFromPoint(left + width / 2, top + height / 2);
    return found !== null && found !== undefined && (element.contains(found) || found.contains(element));
  });
}
