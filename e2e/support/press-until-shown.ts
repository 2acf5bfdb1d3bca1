import { expect, type Locator } from 'playwright/test';

/**
 * Presses a button until what it asks for is shown. Each press may begin anew what the one before it has begun, so each gets
 * twice the time of the one before: a slow machine ends one of them, too.
 */
export async function pressUntilShown(button: Locator, shown: Locator, count = 1): Promise<void> {
  let timeout = 250;
  await expect(async () => {
    await button.click();
    timeout *= 2;
    await expect(shown).toHaveCount(count, { timeout });
  }).toPass();
}
