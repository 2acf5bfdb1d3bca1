import { test as base, expect } from 'playwright/test';
import { type Stack, type StackOptions, startStack } from './start-stack.ts';

/** Tests with a separate stack for each file. */
export function testWith(options: StackOptions) {
  return base.extend<object, { stack: Stack }>({
    stack: [
      // Playwright requires a destructuring pattern here, and the linter forbids an empty one.
      async ({ browserName: _ }, use) => {
        const { stack, stop } = await startStack(options);
        try {
          await use(stack);
        } finally {
          await stop();
        }
      },
      // The start must not use up the time of the first test.
      { scope: 'worker', timeout: 60_000 },
    ],
  });
}

export const test = testWith({});

export { expect };
