import { sampleOf, sampleOfEach } from '../../test/support/sample.ts';
import { test } from '../states/showcase.ts';
import { Stage } from '../states/stage.ts';
import { states } from '../states/states.ts';
import { violationsOf } from '../support/axe.ts';
import { overflows, targetSizes } from '../support/measure.ts';
import { expect } from '../support/stack.ts';

test.describe.configure({ mode: 'parallel' });

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const oneOfEachPart = sampleOfEach(states, ({ part }) => part);

for (const state of sampleOf(oneOfEachPart, 12)) {
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
    const stage = new Stage(page, stack);
    await state.reach(stage);
    await page.emulateMedia({ colorScheme: 'light' });
    // A panel that is still fading in has less contrast.
    await stage.settle();
    // axe reads the page's colors, not the forced colors that replace them.
    const without = state.forcedColors === true ? ['color-contrast'] : [];
    const include = 'leadchat-widget';
    expect(await violationsOf(page, { include, tags, without }), 'light').toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await stage.settle();
    // All other rules have the same result in both schemes, and take most of the time.
    if (state.forcedColors !== true) {
      expect(await violationsOf(page, { include, rules: ['color-contrast'] }), 'dark').toEqual([]);
    }
    const targets = await targetSizes(page);
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter(({ value }) => value < 24)).toEqual([]);
    expect(await overflows(page)).toEqual([]);
    await context.close();
    await stack.clearFaults();
  });
}
