import { expect, type Page } from 'playwright/test';

/**
 * Stops the clock of a page with `page.clock.install()`, so that nothing there ends while a busy machine takes its time. It stops a
 * minute from now: the time has to be ahead of the page's when the command arrives.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

/** Moves the stopped clock on, little by little, until this holds: what is loading has as long as it needs. */
export async function tickUntil(page: Page, holds: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return holds();
    })
    .toBe(true);
}
