import type { Page } from 'playwright/test';

/**
 * Makes the deadlines of a page last a hundred times as long: timers of a second or more. They are there for slow networks and for
 * code of others, and a busy machine would exceed them where a journey is about something else. Call it before the page loads.
 */
export async function makePatient(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const native = globalThis.setTimeout.bind(globalThis);
    const patient = (task: () => void, delayMs = 0) => native(task, delayMs < 1_000 ? delayMs : 100 * delayMs);
    Object.assign(globalThis, { setTimeout: patient });
  });
}
