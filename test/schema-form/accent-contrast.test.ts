import { describe, expect, it } from 'vitest';
import { accentContrast } from '../../src/schema-form/accent-contrast.ts';

const ratioOf = (color: string) => accentContrast(color, 'light')?.ratio ?? Number.NaN;

describe('the contrast of text on the accent color', () => {
  it.each([
    ['#2a5bd7', 'white', false],
    ['navy', 'white', false],
    ['#ffd400', 'dark', false],
    ['oklch(0.9 0.1 120)', 'dark', false],
    // White has too little contrast on it, and dark text, too.
    ['#e0693d', 'white', true],
    ['rgb(128 128 128)', 'white', true],
  ] as const)('says of %s that %s text stands on it', (color, text, isAdjusted) => {
    expect(accentContrast(color, 'light')).toMatchObject({ text, isAdjusted });
    expect(ratioOf(color)).toBeGreaterThanOrEqual(4.49);
  });

  it('keeps a readable color as it is', () => {
    expect(accentContrast('#2A5BD7', 'light')).toMatchObject({ accent: '#2a5bd7' });
    expect(ratioOf('black')).toBeCloseTo(21, 0);
  });

  it('shows a lighter shade of a dark color on dark pages', () => {
    expect(accentContrast('#101030', 'light')?.isAdjusted).toBe(false);
    expect(accentContrast('#101030', 'dark')?.isAdjusted).toBe(true);
  });

  it('says nothing of what is no color', () => {
    for (const text of ['', 'var(--brand)', 'blurple', '#12']) expect(accentContrast(text, 'light')).toBeUndefined();
  });
});
