import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright/test';

import { expect, test } from './support/stack.ts';
import { Visitor } from './support/visitor.ts';

/** Where the README's picture goes: into docs with `npm run picture`, else beside the other results. */
const folder = process.env.LEADCHAT_WRITE_DOCS === '1' ? 'docs' : 'test-results';

test('the form and the chat can be looked at side by side', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(stack.site);
  await visitor.openChat();
  await visitor.fillForm({ firstName: 'Ada', lastName: 'Lovelace', phone: '(415) 555-2677' });
  const form = await panel(page, visitor);
  await visitor.startChat();
  await expect(visitor.log).toContainText('Ada');
  await visitor.say('Can I come in on Thursday?');
  await expect(visitor.log).toContainText('Happy to find you a time');
  const chat = await panel(page, visitor);

  await page.setViewportSize({ width: 900, height: 720 });
  await page.goto('about:blank');
  await page.evaluate(
    async ([one, other]) => {
      document.body.style.cssText =
        'margin:0;display:flex;gap:44px;justify-content:center;align-items:center;height:720px;background:#e8ebf4';
      for (const source of [one, other]) {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        image.style.cssText = 'border-radius:20px;box-shadow:0 24px 60px rgb(20 30 60 / 18%)';
        await image.decode();
        document.body.append(image);
      }
    },
    [form, chat],
  );
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/widget.png` });
});

async function panel(page: Page, visitor: Visitor): Promise<string> {
  await page.evaluate(() => document.fonts.ready);
  return (await visitor.dialog.screenshot()).toString('base64');
}
