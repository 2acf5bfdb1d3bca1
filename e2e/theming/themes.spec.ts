import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { documentedThemes } from '../../build/site/documented-themes.ts';
import { test } from '../states/showcase.ts';
import { Stage } from '../states/stage.ts';
import { weakContrasts } from '../support/contrast.ts';
import { expect } from '../support/stack.ts';

test.describe.configure({ mode: 'parallel' });

const documentation = readFileSync('docs/theming.md', 'utf8');
const namesIn = (section: string) =>
  [...(documentation.split(`## ${section}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `([\w-]+)`/gm)].map(
    ([, name = '']) => name,
  );

/** A value of each property that differs from the default, and what it changes on which element. */
const properties: Record<string, { value: string; selector: string; style: string }> = {
  '--leadchat-color': { value: '#b4532a', selector: '.launcher', style: 'background-color' },
  '--leadchat-background': { value: '#fdf8ee', selector: '.panel', style: 'background-color' },
  '--leadchat-text': { value: '#402000', selector: '.panel', style: 'color' },
  '--leadchat-muted': { value: '#604020', selector: '.meta', style: 'color' },
  '--leadchat-border': { value: '#cc8844', selector: '.head', style: 'border-bottom-color' },
  '--leadchat-radius': { value: '4px', selector: '.bubble', style: 'border-top-left-radius' },
  '--leadchat-font': { value: 'serif', selector: '.bubble', style: 'font-family' },
  '--leadchat-font-size': { value: '18px', selector: '.bubble', style: 'font-size' },
  '--leadchat-panel-width': { value: '320px', selector: '.panel', style: 'width' },
  '--leadchat-panel-width-large': { value: '700px', selector: '.panel', style: 'width' },
  '--leadchat-panel-height': { value: '480px', selector: '.panel', style: 'height' },
  '--leadchat-bubble-size': { value: '48px', selector: '.launcher', style: 'height' },
  '--leadchat-offset': { value: '60px', selector: '.layer', style: 'right' },
};

function styleOf(page: Page, selector: string, style: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), style);
}

async function settled({ page }: Stage): Promise<void> {
  const count = () =>
    page.evaluate(() => document.querySelector('leadchat-widget')?.shadowRoot?.getAnimations().length ?? 0);
  await expect.poll(count).toBe(0);
}

test('every documented custom property has an effect, set on any ancestor', async ({ page, stack }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const stage = new Stage(page, stack);
  await stage.chat();
  await stage.askForOpening();
  expect(namesIn('Custom properties')).toEqual(Object.keys(properties));
  for (const [name, { value, selector, style }] of Object.entries(properties)) {
    const isLarge = name === '--leadchat-panel-width-large';
    if (isLarge) await stage.dialog.getByRole('button', { name: 'Make the chat larger' }).click();
    const before = await styleOf(page, selector, style);
    const set = (text: string) =>
      page.evaluate(([property, setting]) => document.body.style.setProperty(property, setting), [name, text] as const);
    await set(value);
    await expect.poll(() => styleOf(page, selector, style), name).not.toBe(before);
    await set('');
    await expect.poll(() => styleOf(page, selector, style), name).toBe(before);
    if (isLarge) await stage.dialog.getByRole('button', { name: 'Make the chat smaller' }).click();
  }
});

test('every documented part can be styled by the page', async ({ page, stack }) => {
  const stage = new Stage(page, stack);
  const parts = [...namesIn('Parts'), 'message-agent', 'message-visitor'];
  const css = parts.map((part) => `leadchat-widget::part(${part}){outline:3px dotted red}`).join('');
  const styledParts = () =>
    page.evaluate(() =>
      [...(document.querySelector('leadchat-widget')?.shadowRoot?.querySelectorAll('[part]') ?? [])]
        .filter((element) => getComputedStyle(element).outlineStyle === 'dotted')
        .flatMap((element) => [...element.part]),
    );
  await stage.visit();
  await page.addStyleTag({ content: css });
  await stage.openChat();
  await expect(stage.phone).toBeVisible();
  const styled = new Set(await styledParts());

  const socket = await stage.interceptSocket();
  await stage.chat();
  await page.addStyleTag({ content: css });
  await stage.askForOpening();
  for (const part of await styledParts()) styled.add(part);

  socket.hold();
  await stage.say('And on Friday?');
  await page.getByRole('button', { name: 'Close chat' }).click();
  socket.release();
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible();
  // The teaser and the badge follow from two effects: the number of unread messages may appear a moment later.
  await expect(page.locator('[part=badge]')).toBeVisible();
  for (const part of await styledParts()) styled.add(part);
  expect([...styled].sort()).toEqual(parts.sort());
});

const surroundings = [
  '--leadchat-background: #fdf8ee',
  '--leadchat-background: #17132b',
  '--leadchat-background: #808080',
  '--leadchat-background: #7c3aed',
  '--leadchat-text: #403020; --leadchat-muted: #706050; --leadchat-border: #e6dcc8',
  '--leadchat-text: #f0e0d0; --leadchat-muted: #d0c0b0; --leadchat-border: #443322',
  '--leadchat-color: #ffee00',
  '--leadchat-color: #000080; --leadchat-background: #ffffff',
].map((properties) => `:root { ${properties} }`);

test('every text, edge and icon of the form has enough contrast with the colors of any page, light and dark', async ({
  page,
  stack,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const stage = new Stage(page, stack);
  await stage.visit();
  await stage.openChat();
  await stage.startChat();
  await expect(stage.phone).toHaveAttribute('aria-invalid', 'true');
  await expectContrast(stage, surroundings);
});

test('every text, edge and icon of a conversation has enough contrast with the colors of any page and documented theme, light and dark', async ({
  page,
  stack,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const stage = new Stage(page, stack);
  await stage.chat();
  await stage.askForOpening();
  expect(documentedThemes.length).toBeGreaterThan(2);
  await expectContrast(stage, [...surroundings, ...documentedThemes.map(({ css }) => css)]);
});

/** With each style sheet of the page in turn. */
async function expectContrast(stage: Stage, sheets: readonly string[]): Promise<void> {
  for (const sheet of sheets) {
    const style = await stage.page.addStyleTag({ content: sheet });
    for (const colorScheme of ['light', 'dark'] as const) {
      await stage.page.emulateMedia({ colorScheme });
      await settled(stage);
      expect(await weakContrasts(stage.page), `${colorScheme}, with ${sheet}`).toEqual([]);
    }
    await style.evaluate((element) => element.parentNode?.removeChild(element));
  }
}

/** The colors that are drawn for the launcher and its symbol, as numbers from 0 to 255. */
async function launcherColors(page: Page): Promise<number[][]> {
  return page.getByRole('button', { name: 'Open chat' }).evaluate((element) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (canvas === null) return [];
    return ['backgroundColor', 'color'].map((style) => {
      canvas.fillStyle = String(Reflect.get(getComputedStyle(element), style));
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    });
  });
}

// The lightness of every color was clamped to what is readable in the worst hue.
test('a readable accent is drawn as it is, light and dark', async ({ page, stack }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const stage = new Stage(page, stack);
  await stage.visit();
  for (const [color, ground, isInkDark] of [
    ['#0a7d4f', [10, 125, 79], false],
    ['#2a5bd7', [42, 91, 215], false],
    ['#c2410c', [194, 65, 12], false],
    ['#ffee00', [255, 238, 0], true],
    ['#f97316', [249, 115, 22], true],
  ] as const) {
    await stage.call('update', { color });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(async () => (await launcherColors(page))[0], `${color}, ${colorScheme}`).toEqual(ground);
      const [, ink = []] = await launcherColors(page);
      if (isInkDark) expect(Math.max(...ink), `${color}, ${colorScheme}`).toBeLessThan(30);
      else expect(ink, `${color}, ${colorScheme}`).toEqual([255, 255, 255]);
    }
  }
});

test('forced colors replace the colors of a theme', async ({ page, stack }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const stage = new Stage(page, stack);
  await stage.chat();
  const colors = () =>
    Promise.all(['color', 'background-color', 'border-top-color'].map((style) => styleOf(page, '.panel', style)));
  const system = await colors();
  await page.addStyleTag({ content: documentedThemes.map(({ css }) => css).join('') });
  expect(await colors()).toEqual(system);
});

test('the launcher shows words, and its z-index lets the page cover it', async ({ page, stack }) => {
  const stage = new Stage(page, stack);
  await stage.visit();
  await stage.call('update', { launcherText: 'Questions?', zIndex: 5 });
  const launcher = page.getByRole('button', { name: 'Questions? Open chat' });
  await expect(launcher).toHaveText('Questions?');
  const isOnTop = () =>
    launcher.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.localName;
    });
  await expect.poll(isOnTop).toBe('leadchat-widget');
  await page.addStyleTag({ content: 'aside{position:fixed;inset:0;z-index:6}' });
  await page.evaluate(() => document.body.append(document.createElement('aside')));
  await expect.poll(isOnTop).toBe('aside');
  await stage.call('update', { zIndex: 7 });
  await expect.poll(isOnTop).toBe('leadchat-widget');
  await launcher.click();
  await expect(page.getByRole('button', { name: 'Questions? Close chat' })).toBeVisible();
});
