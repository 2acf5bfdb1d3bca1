import { describe, expect, it } from 'vitest';
import launcherStyles from '../../../src/widget/launcher/launcher.css?inline';

/** Relative luminance (WCAG 2) of a colour in OKLCH, its channels cut to what a screen can show. */
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
  it('is clamped in the sheet as it is judged here', () => {
    expect(launcherStyles).toContain('min(l, 0.51) min(c, 0.2)');
    expect(launcherStyles).toContain('max(l, 0.7)');
    expect(launcherStyles).toContain('light-dark(#fff, #111)');
  });

  it('carries white text with at least 4.5:1 on a light page, whatever colour is configured', () => {
    const worst = Math.min(
      ...accents.map(({ l, c, h }) => contrast(1, luminance(Math.min(l, 0.51), Math.min(c, 0.2), h))),
    );
    expect(worst).toBeGreaterThanOrEqual(4.5);
  });

  it('carries dark text with at least 4.5:1 on a dark page, whatever colour is configured', () => {
    const dark = 0.0065;
    const worst = Math.min(...accents.map(({ l, c, h }) => contrast(luminance(Math.max(l, 0.7), c, h), dark)));
    expect(worst).toBeGreaterThanOrEqual(4.5);
  });
});
