import { sampleOf } from '../../test/support/sample.ts';
import { test } from '../states/showcase.ts';
import { Stage } from '../states/stage.ts';
import { states } from '../states/states.ts';
import { overflows } from '../support/measure.ts';
import { expect } from '../support/stack.ts';

test.describe.configure({ mode: 'parallel' });

const read = ['Form with errors', 'Form with everything missing', 'Markdown and links', 'Offline', 'Menu', 'Ended'];

const readAt = states.filter(({ name }) => read.includes(name));

for (const state of sampleOf(readAt, 2)) {
  test(`no text is cut off with custom text spacing in 320 pixels: ${state.name}`, async ({ page, stack }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const stage = new Stage(page, stack);
    await state.reach(stage);
    await stage.settle();
    await page.evaluate(() => {
      const root = document.querySelector('leadchat-widget')?.shadowRoot;
      const spacing = new CSSStyleSheet();
      // The text spacing of 1.4.12, as a reader's style sheet sets it.
      spacing.replaceSync(
        '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
      );
      if (root !== null && root !== undefined) root.adoptedStyleSheets = [...root.adoptedStyleSheets, spacing];
    });
    expect(await overflows(page)).toEqual([]);
    // No element cuts off its content, except elements that scroll.
    const cut = await page.evaluate(() => {
      const root = document.querySelector('leadchat-widget')?.shadowRoot;
      return [...(root?.querySelectorAll('.panel *') ?? [])]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.clientHeight > 0)
        .filter((element) => element.closest('.log, .form, .hidden, svg, textarea, select, .avatar') === null)
        .filter((element) => getComputedStyle(element).overflowY !== 'visible')
        .filter((element) => element.scrollHeight > element.clientHeight + 1)
        .map((element) => element.outerHTML.slice(0, 120));
    });
    expect(cut).toEqual([]);
  });
}
