import { writeFile } from 'node:fs/promises';
import type { Locator } from 'playwright/test';
import { test } from '../states/showcase.ts';
import { Stage } from '../states/stage.ts';
import { expect } from '../support/stack.ts';
import { composeAnimation, type Frame } from './animated-webp.ts';

test.use({ viewport: { width: 960, height: 620 } });

test('the moving picture of the README shows a lead from the bubble to the sandbox', async ({ page, stack }) => {
  const visitor = new Stage(page, stack);
  const frames: Frame[] = [];
  const show = async (ms: number) => {
    frames.push({ picture: await page.screenshot(), ms });
  };
  const type = async (field: Locator, text: string) => {
    await field.focus();
    for (const character of text) {
      await page.keyboard.type(character);
      await show(60);
    }
  };

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visitor.visit();
  await page.evaluate(() => document.fonts.ready);
  await show(1200);
  await page.getByRole('button', { name: 'Open chat' }).hover();
  await show(400);
  await visitor.openChat();
  await expect(visitor.phone).toBeVisible();
  await show(1000);
  await type(visitor.phone, '(415) 555-2671');
  await show(300);
  await type(visitor.dialog.getByLabel('First name'), 'Ada');
  await show(600);
  await visitor.startChat();
  await expect(visitor.log).toContainText('Hi Ada!');
  await show(1500);
  await type(visitor.message, 'Do you have anything on Thursday after 4?');
  await show(300);
  await page.keyboard.press('Enter');
  await expect(visitor.log.getByText('Do you have anything')).toBeVisible();
  await show(500);
  await expect(visitor.log).toContainText('two slots are open');
  await show(3000);

  await stack.leadOnFile('14155552671');
  await page.goto(stack.sandbox.url);
  await expect(page.getByText('14155552671').first()).toBeVisible();
  await show(3500);

  const animation = await composeAnimation(page, frames);
  expect(animation.length).toBeLessThan(2_000_000);
  await writeFile('docs/demo.webp', animation);
});
