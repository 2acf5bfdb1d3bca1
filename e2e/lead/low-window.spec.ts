import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test.use({ viewport: { width: 1280, height: 500 } });

test('the submit button is visible in a window of 500 pixels', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.openChat();
  const button = visitor.dialog.getByRole('button', { name: 'Start chat' });
  await expect(button).toBeInViewport({ ratio: 1 });
  // The panel moves while it opens.
  await expect(async () => {
    const [submit, panel] = await Promise.all([button.boundingBox(), visitor.dialog.boundingBox()]);
    expect((submit?.y ?? 0) + (submit?.height ?? 0)).toBeLessThanOrEqual((panel?.y ?? 0) + (panel?.height ?? 0));
  }).toPass();
});
