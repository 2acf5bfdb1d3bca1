import { describe, expect, it } from 'vitest';
import launcherStyles from '../../../src/widget/launcher/launcher.css?inline';
import tokens from '../../../src/widget/ui/tokens.css?inline';

/** Relative luminance (WCAG 2) of a color in OKLCH, with its channels clamped to sRGB. */
function luminance(l: number, c: number, h: number): number {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  const red = cut(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z);
  const green = cut(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z);
  const blue = cut(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: number, second: number): number {
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

const lights = [0, 0.2, 0.45, 0.55, 0.7, 0.86, 0.97, 1];
const chromas = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3];
const hues = Array.from({ length: 72 }, (_, index) => index * 5);
const accents = lights.flatMap((l) => chromas.flatMap((c) => hues.map((h) => ({ l, c, h }))));

describe('the accent', () => {
  it('is clamped in the style sheet by the values of this test', () => {
    expect(launcherStyles).toContain('clamp(min(l, 0.51), (l - 0.7) * 999, l) min(c, 0.2) h');
    expect(launcherStyles).toContain('max(l, 0.7) c h');
    expect(launcherStyles).toContain('clamp(0.17, (0.7 - l) * 999, 1) 0 0), #111');
  });

  it('carries white text with at least 4.5:1 on a light page, whatever dark color is configured', () => {
    const worst = Math.min(
      ...accents
        .filter(({ l }) => l < 0.7)
        .map(({ l, c, h }) => contrast(1, luminance(Math.min(l, 0.51), Math.min(c, 0.2), h))),
    );
    expect(worst).toBeGreaterThanOrEqual(4.5);
  });

  it('keeps a bright color, and carries dark text on it with at least 4.5:1 on a light page', () => {
    const dark = luminance(0.17, 0, 0);
    const bright = accents.filter(({ l }) => l >= 0.7);
    expect(bright.length).toBeGreaterThan(1000);
    const worst = Math.min(...bright.map(({ l, c, h }) => contrast(luminance(l, Math.min(c, 0.2), h), dark)));
    expect(worst).toBeGreaterThanOrEqual(4.5);
  });

  it('carries dark text with at least 4.5:1 on a dark page, whatever color is configured', () => {
    const dark = 0.0065;
    const worst = Math.min(...accents.map(({ l, c, h }) => contrast(luminance(Math.max(l, 0.7), c, h), dark)));
    expect(worst).toBeGreaterThanOrEqual(4.5);
  });
});

describe('the colors on a background of the page', () => {
  const limit = (value: number) => Math.min(1, Math.max(0, value));
  /** The luminance that tokens.css computes for a contrast of `ratio` to a background with this luminance. */
  const luminanceOn = (ground: number, ratio: number) =>
    limit((ground + 0.05) * ratio ** Math.min(1, Math.max(-1, (0.5636 - Math.cbrt(ground)) * 999_999_999)) - 0.05);
  const grounds = Array.from({ length: 101 }, (_, index) => index / 100).flatMap((l) =>
    [0, 0.05, 0.1, 0.2, 0.3].flatMap((c) => hues.map((h) => ({ l, c, h, ground: luminance(l, c, h) }))),
  );

  it('are computed in the style sheet by the formula of this test', () => {
    const sheet = tokens.replace(/\s+/g, ' ');
    for (const ratio of ['3.3', '5.5', '13']) {
      expect(sheet).toContain(
        `pow(clamp(0, (pow(l, 3) + 0.05) * pow(${ratio}, clamp(-1, (0.5636 - l) * 999999999, 1)) - 0.05, 1), 1 / 3) 0 0`,
      );
    }
    expect(sheet).toContain('clamp(0, (l - 0.8) * (l - 0.5636) * (l - 0.4) * -999999999, 1)');
    expect(sheet).toContain('var(--leadchat-background), var(--own-shade) 6%');
  });

  it.each([
    ['text', 13, 4.5],
    ['muted text', 5.5, 4.5],
    ['the edge of a field', 3.3, 3],
  ])('%s has enough contrast, whatever background is set', (_, ratio, needed) => {
    const worst = Math.min(...grounds.map(({ ground }) => contrast(luminanceOn(ground, ratio), ground)));
    expect(worst).toBeGreaterThanOrEqual(needed);
  });

  it('text has enough contrast to the bubble of a message', () => {
    const worst = Math.min(
      ...grounds.map(({ l, c, h, ground }) => {
        const grey = Math.cbrt(ground);
        const shade = limit((grey - 0.8) * (grey - 0.5636) * (grey - 0.4) * -999_999_999);
        return contrast(luminanceOn(ground, 13), luminance(0.94 * l + 0.06 * shade, 0.94 * c, h));
      }),
    );
    expect(worst).toBeGreaterThanOrEqual(4.4);
  });
});
