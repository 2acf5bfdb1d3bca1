import type { Page } from 'playwright/test';

import { test } from '../states/showcase.ts';
import { Stage } from '../states/stage.ts';
import { expect } from '../support/stack.ts';
import type { Visitor } from '../support/visitor.ts';

test('the README picture shows the form and the chat side by side', async ({ page, stack }) => {
  const visitor = new Stage(page, stack);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visitor.visit();
  await visitor.openChat();
  await visitor.fillLead();
  const form = await panel(page, visitor);
  await visitor.startChat();
  await expect(visitor.log).toContainText('Hi Ada!');
  await visitor.askForOpening();
  const chat = await panel(page, visitor);

  await page.setViewportSize({ width: 900, height: 720 });
  await page.goto('about:blank');
  await page.evaluate(
    async (pictures) => {
      document.body.style.cssText =
        'margin:0;display:flex;gap:44px;justify-content:center;align-items:center;height:720px;background:#e8ebf4';
      for (const source of pictures) {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        image.style.cssText = 'border-radius:20px;box-shadow:0 24px 60px rgb(20 30 60 / 18%)';
        await image.decode();
        document.body.append(image);
      }
    },
    [form, chat],
  );
  await page.screenshot({ path: 'docs/widget.png' });
});

async function panel(page: Page, visitor: Visitor): Promise<string> {
  await page.evaluate(() => document.fonts.ready);
  return (await visitor.dialog.screenshot()).toString('base64');
}
