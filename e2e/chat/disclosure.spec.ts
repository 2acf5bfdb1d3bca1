import { languageNames } from '../../src/i18n/index.ts';
import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('says in one line on a narrow phone that an AI agent answers, in every language', async ({ page, stack }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const visitor = new Visitor(page);
  await page.goto(`${stack.site}/anonymous.html`);
  await visitor.openChat();
  const field = visitor.dialog.locator('textarea');
  const line = visitor.dialog.locator('#disclosure');
  await expect(line).toHaveText('An AI agent answers here.');
  const oneLine = (await line.boundingBox())?.height ?? 0;
  for (const locale of Object.keys(languageNames)) {
    await page.evaluate((next) => Reflect.get(window, 'LeadChat')('setLocale', next), locale);
    await expect(visitor.dialog).toHaveAttribute('lang', locale);
    const text = (await line.textContent()) ?? '';
    await expect(field).toHaveAccessibleDescription(text);
    expect((await line.boundingBox())?.height, `${locale}: ${text}`).toBeLessThan(oneLine * 1.5);
  }
});

test('is the text of the page, whose links open in a new tab', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await page.goto(`${stack.site}/anonymous.html`);
  const own = { en: 'AI helps here, see [how](https://example.com/ai).', de: 'Hier hilft eine KI.' };
  await page.evaluate((disclosure) => Reflect.get(window, 'LeadChat')('update', { disclosure }), own);
  await visitor.openChat();
  const line = visitor.dialog.locator('#disclosure');
  await expect(line).toHaveText('AI helps here, see how.');
  await expect(line.getByRole('link', { name: 'how' })).toHaveAttribute('target', '_blank');
  await page.evaluate(() => Reflect.get(window, 'LeadChat')('setLocale', 'de'));
  await expect(line).toHaveText('Hier hilft eine KI.');
  await page.evaluate(() => Reflect.get(window, 'LeadChat')('update', { disclosure: false }));
  await expect(line).toHaveCount(0);
});
