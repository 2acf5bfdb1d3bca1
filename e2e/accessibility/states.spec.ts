import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import type { DesignedState } from '../states/designed-state.ts';
import { test } from '../states/showcase.ts';
import { Stage } from '../states/stage.ts';
import { states } from '../states/states.ts';
import { overflows, targetSizes } from '../support/measure.ts';
import { expect } from '../support/stack.ts';

// The check goes through each of the 500 messages.
test.describe.configure({ mode: 'parallel', timeout: 90_000 });

for (const state of states) {
  test(`axe finds no violations in light or dark mode, and all targets have at least 24 pixels: ${state.name}`, async ({
    browser,
    stack,
  }) => {
    const context = await browser.newContext({
      viewport: state.window ?? { width: 1280, height: 800 },
      deviceScaleFactor: state.window?.zoom ?? 1,
      reducedMotion: 'reduce',
      forcedColors: state.forcedColors === true ? 'active' : 'none',
    });
    const page = await context.newPage();
    await state.reach(new Stage(page, stack));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, state), colorScheme).toEqual([]);
    }
    const targets = await targetSizes(page);
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter(({ value }) => value < 24)).toEqual([]);
    expect(await overflows(page)).toEqual([]);
    await context.close();
    await stack.clearFaults();
  });
}

async function violations(page: Page, { forcedColors }: DesignedState): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .include('leadchat-widget')
    // axe reads the page's colours, not the forced colours that replace them.
    .disableRules(forcedColors === true ? ['color-contrast'] : [])
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
