import { test as base, expect } from 'playwright/test';
import { type Stack, startStack } from './start-stack.ts';

/** Every test file gets a stack of its own. */
export const test = base.extend<object, { stack: Stack }>({
  stack: [
    // Playwright wants a pattern here, and the linter one that is not empty.
    async ({ browserName: _ }, use) => {
      const { stack, stop } = await startStack();
      try {
        await use(stack);
      } finally {
        await stop();
      }
    },
    { scope: 'worker' },
  ],
});

export { expect };
