import { test as base, expect } from 'playwright/test';
import { type Stack, type StackOptions, startStack } from './start-stack.ts';

/** Tests whose files get a stack of their own each. */
export function testWith(options: StackOptions) {
  return base.extend<object, { stack: Stack }>({
    stack: [
      // Playwright wants a pattern here, and the linter one that is not empty.
      async ({ browserName: _ }, use) => {
        const { stack, stop } = await startStack(options);
        try {
          await use(stack);
        } finally {
          await stop();
        }
      },
      { scope: 'worker' },
    ],
  });
}

export const test = testWith({});

export { expect };
