import { readFileSync } from 'node:fs';
import { codeBlocks } from '../../test/support/code-blocks.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

function blockWith(text: string): string {
  const blocks = codeBlocks('docs/javascript-api.md', readFileSync('docs/javascript-api.md', 'utf8'));
  return blocks.find(({ code }) => code.includes(text))?.code ?? '';
}

test('the launcher of docs/javascript-api.md opens and closes the chat, and shows its state and unread messages', async ({
  page,
  site,
}) => {
  const body = blockWith('aria-expanded');
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { launcher: 'none', leadForm: 'off' }), body })));
  const visitor = new Visitor(page);
  const button = page.getByRole('button', { name: 'Questions?' });
  await expect(page.getByRole('button', { name: 'Open chat' })).toHaveCount(0);
  await button.click();
  await expect(visitor.dialog).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await button.click();
  await expect(visitor.dialog).toBeHidden();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await page.evaluate(() => Object(window).LeadChat.sendMessage('Are you open on Friday?'));
  await expect(button).toHaveText(/Questions\? \(\d\)/);
});

test('a link of docs/javascript-api.md opens the chat, on this page and when it comes from elsewhere', async ({
  page,
  site,
}) => {
  const body = blockWith('hashchange');
  const url = site.put('/', hostPage({ head: tagOf(site), body }));
  const visitor = new Visitor(page);
  await page.goto(url);
  await page.getByRole('link', { name: 'Ask us' }).click();
  await expect(visitor.dialog).toBeVisible();
  await page.goto('about:blank');
  await page.goto(`${url}#chat`);
  await expect(visitor.dialog).toBeVisible();
});

test('a style sheet of the page hides the launcher on phones', async ({ page, site }) => {
  const themes = codeBlocks('docs/theming.md', readFileSync('docs/theming.md', 'utf8'));
  const css = themes.find(({ code }) => code.includes('max-width: 600px'))?.code ?? '';
  await page.goto(site.put('/', hostPage({ head: `<style>${css}</style>${tagOf(site)}` })));
  const launcher = page.getByRole('button', { name: 'Open chat' });
  await expect(launcher).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(launcher).toBeHidden();
});
