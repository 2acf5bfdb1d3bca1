import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cutText, shortenText } from '../../src/protocol/cut-text.ts';

const family = '👩‍👩‍👧‍👦';
const flag = '🇩🇪';

describe('a text that is cut', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab😀', 4, 'ab😀'],
    ['ab😀', 3, 'ab'],
    [`ab${flag}${flag}`, 8, `ab${flag}`],
    [`ab${family}!`, 6, 'ab'],
    ['abe\u0301', 3, 'ab'],
    ['ab👍🏽c', 5, 'ab'],
    ['a\r\nb', 2, 'a'],
    ['', 5, ''],
    ['😀', 0, ''],
  ])('%j to %i characters ends with a whole one', (text, maxLength, expected) => {
    expect(cutText(text, maxLength)).toBe(expected);
  });

  it('keeps most of itself where a character has accents without end', () => {
    const text = `ab${'\u0301'.repeat(500)}`;
    expect(cutText(text, 100)).toHaveLength(100);
  });

  it('is never cut within a surrogate pair by a browser without Intl.Segmenter', () => {
    vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    expect(cutText('ab😀', 3)).toBe('ab');
    expect(cutText('ab😀c', 4)).toBe('ab😀');
  });

  it('says that it goes on, within the same length', () => {
    expect(shortenText('ab😀cd', 5)).toBe('ab😀…');
    expect(shortenText('ab cd', 4)).toBe('ab…');
    expect(shortenText('abcd', 4)).toBe('abcd');
  });
});
