import { describe, expect, it } from 'vitest';
import launcherStyles from '../../../src/widget/launcher/launcher.css?inline';
import tokens from '../../../src/widget/ui/tokens.css?inline';

type Linear = readonly [red: number, green: number, blue: number];

/** The linear channels of a color in OKLCH; outside of 0 to 1 if sRGB does not contain it. */
function linear(l: number, c: number, h: number): Linear {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
}

const luminanceOf = ([red, green, blue]: Linear) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Relative luminance (WCAG 2) of a color in OKLCH, with its channels clamped to sRGB. */
function luminance(l: number, c: number, h: number): number {
  const [red, green, blue] = linear(l, c, h);
  return luminanceOf([limit(red), limit(green), limit(blue)]);
}

function limit(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function contrast(first: number, second: number): number {
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

const lights = [0, 0.2, 0.3, 0.4, 0.45, 0.5, 0.52, 0.55, 0.58, 0.6, 0.62, 0.64, 0.66, 0.7, 0.72, 0.78, 0.86, 0.97, 1];
const chromas = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3];
const hues = Array.from({ length: 72 }, (_, index) => index * 5);
const accents = lights.flatMap((l) => chromas.flatMap((c) => hues.map((h) => ({ l, c, h }))));

describe('the accent', () => {
  /** What launcher.css draws for a color: the luminance of the accent, and of the text on it. */
  function drawn(l: number, c: number, h: number) {
    const [red, green, blue] = linear(l, c, h);
    const y = luminanceOf([red, green, blue]);
    const dim = Math.max(Math.min(1, 0.183 / y), Math.min(1, (y - 0.28) * 9999));
    const ink = Math.min(1, Math.max(0.17, (0.625 - l * Math.cbrt(dim)) * 9999));
    return { dim, accent: luminanceOf([limit(red * dim), limit(green * dim), limit(blue * dim)]), text: ink ** 3 };
  }
  /** The colors that sRGB contains, which is what pages configure. */
  const inGamut = accents.filter(({ l, c, h }) => linear(l, c, h).every((value) => value > -1e-6 && value < 1 + 1e-6));
  const light = inGamut.map(({ l, c, h }) => ({ y: luminance(l, c, h), ...drawn(l, c, h) }));
  const dark = inGamut.map(({ l, c, h }) => drawn(Math.max(l, 0.5), c, h));

  it('is computed in the style sheet by the formulas of this test', () => {
    const sheet = launcherStyles.replace(/\s+/g, ' ');
    expect(sheet).toContain('--lc-lit: light-dark(var(--lc-color), oklch(from var(--lc-color) max(l, 0.5) c h));');
    expect(sheet).toContain('--lc-dim: max(min(1, 0.183 / y), min(1, (y - 0.28) * 9999));');
    expect(sheet).toContain('--lc-on-accent: oklch(from var(--lc-accent) clamp(0.17, (0.625 - l) * 9999, 1) 0 0);');
  });

  it.each([
    ['light', light],
    ['dark', dark],
  ])('carries text with at least 4.5:1 on a %s page, whatever color is configured', (_, all) => {
    expect(all.length).toBeGreaterThan(1000);
    expect(Math.min(...all.map(({ accent, text }) => contrast(accent, text)))).toBeGreaterThanOrEqual(4.5);
  });

  // Its lightness used to be clamped to what is readable in the worst hue, so most readable colors were drawn as others.
  it('is the configured color if white or dark text on it is readable', () => {
    const readable = light.filter(({ y }) => contrast(y, 1) >= 4.51 || y >= 0.281);
    expect(readable.length).toBeGreaterThan(1000);
    expect(readable.filter(({ dim }) => dim !== 1)).toEqual([]);
  });

  it('stands out from the panel with at least 2:1 on dark pages', () => {
    const panel = luminance(0.19, 0.014, 0);
    expect(Math.min(...dark.map(({ accent }) => contrast(accent, panel)))).toBeGreaterThanOrEqual(2);
  });
});

describe('the colors on a background of the page', () => {
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
