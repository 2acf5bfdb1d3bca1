import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

// An element cannot take the focus until a transition has made it visible, so this depends on the opening animation.
for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`opening a loaded panel moves the focus into it, reduced motion: ${reducedMotion}`, async ({ page, stack }) => {
    const visitor = new Visitor(page);
    await page.emulateMedia({ reducedMotion });
    await page.goto(stack.site);
    await page.getByRole('button', { name: 'Open chat' }).focus();
    await expect(page.locator('[role=dialog]')).toBeAttached();
    await page.keyboard.press('Enter');
    await expect(visitor.phone).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Open chat' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(visitor.phone).toBeFocused();
  });
}
