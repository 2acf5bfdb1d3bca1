import { expect } from 'playwright/test';
import { servedTest } from './served-test.ts';
import type { Stack, StackOptions } from './start-stack.ts';

/** Tests with a separate stack for each file. */
export function testWith(options: StackOptions) {
  return servedTest.extend<{ stack: Stack }>({
    stack: [
      async ({ stacks }, use) => {
        const { stack } = await stacks.of(options);
        await use(stack);
      },
      // The start must not use up the time of the first test.
      { timeout: 180_000 },
    ],
  });
}

export const test = testWith({});

export { expect };
