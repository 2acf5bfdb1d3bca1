import { documentedThemes } from '../../build/site/documented-themes.ts';
import { expect, test } from '../support/stack.ts';

test('each documented theme has a working chat and a style sheet to copy', async ({ page, stack }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${stack.site}/themes`);
  expect(documentedThemes.map(({ name }) => name)).toEqual(['Paper', 'Square', 'Night']);
  for (const { name, css } of documentedThemes) {
    const theme = page.getByRole('article', { name });
    const frame = theme.frameLocator('iframe');
    await expect(frame.getByRole('button', { name: 'Start chat' })).toBeVisible();
    const accent = /--leadchat-color: (#\w+)/.exec(css)?.[1] ?? '';
    expect(
      await frame.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--leadchat-color')),
    ).toBe(accent);
    await theme.getByText(`The style sheet of ${name}`).click();
    await theme.getByRole('button', { name: `Copy ${name}` }).click();
    await expect(theme.getByRole('status')).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(css);
  }
  const paper = page.getByRole('article', { name: 'Paper' }).frameLocator('iframe');
  const background = () => paper.getByRole('dialog').evaluate((dialog) => getComputedStyle(dialog).backgroundColor);
  const light = await background();
  await page.getByRole('radio', { name: 'dark' }).check();
  // The frame loads another page, and shows the one before until that has begun.
  await expect.poll(background).not.toBe(light);

  const night = page.getByRole('article', { name: 'Night' }).frameLocator('iframe');
  await night.getByLabel('Phone').pressSequentially('(415) 555-2641');
  await page.keyboard.press('Enter');
  await expect(night.getByRole('log', { name: 'Conversation' })).toBeVisible();
});
