import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../../src/protocol/pattern.ts';
import { compileLinearPattern, patternProblem } from '../../../src/proxy/config/pattern.ts';
import { isLong, seed } from '../../support/figures.ts';

const atoms = [
  ...['a', 'b', '-', ' ', 'é', '\u00a0', '😀', '.', '\\.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\b', '\\p{L}'],
  ...['\\P{L}', '\\p{Lu}', '\\u0061', '\\u{1F600}', '\\ud83d\\ude00', '\\x41', '\\/', '\\[', '\\t', '[ab]', '[^ab]'],
  ...[
    '[a-c\\d]',
    '[\\s-]',
    '[^\\s]',
    '[\\p{L}\\p{M}]',
    '[\\w\\-]',
    '[.]',
    '[[:alpha:]',
    '[\\]a]',
    '[\\u0061-\\u{63}]',
    '^',
    '$',
  ],
];
const pattern = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...atoms),
    fc
      .constantFrom(...atoms.filter((atom) => !['\\b', '^', '$'].includes(atom)))
      .chain((atom) => fc.constantFrom('?', '*', '+', '{2}', '{0,2}', '{1,}', '*?', '+?').map((count) => atom + count)),
    tie('pattern').map((inner) => `(?:${inner})`),
    tie('pattern').map((inner) => `(${inner})?`),
    fc.tuple(tie('pattern'), tie('pattern')).map(([first, second]) => `(?:${first}|${second})`),
  ),
})).pattern;
const text = fc
  .array(fc.constantFrom('a', 'b', 'A', '1', '_', '-', ' ', '.', 'é', '\u00a0', '\u2003', '😀', '\n', '\t', '[', ']'), {
    maxLength: 6,
  })
  .map((characters) => characters.join(''));

describe('a pattern in linear time', () => {
  // In parts, so that none comes near the limit for tests that hang, however busy the machine is.
  it.for([1, 2, 3, 4, 5, 6])('matches what it matches in a browser, part %i of 6', (part) => {
    const options = { numRuns: isLong ? 2500 : 120, seed: seed + part };
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 8, maxLength: 8 }), (source, texts) => {
        const native = compilePattern(source);
        const linear = compileLinearPattern(source);
        // One assertion for all texts: one for each took longer than the patterns.
        expect(texts.filter((value) => linear.test(value) !== native.test(value))).toEqual([]);
      }),
      options,
    );
  });

  it.each([
    '(?=a)a',
    '(?<!a)b',
    '(a)\\1',
    '(?<x>a)\\k<x>',
    'a{1001}',
    '[^]',
    '\\cA',
    '[a\\S]',
    '\\p{Script=Greek}',
    '[]',
  ])('is refused when it cannot be: %s', (source) => {
    compilePattern(source);
    expect(patternProblem({ name: 'x', type: 'text', required: false, pattern: source })).toContain(
      'must be a regular expression that takes linear time',
    );
  });

  // Only the proxy has the linear engine: the first of these took a browser minutes for 100 letters.
  it.each([
    '(?:[A-Za-z]{1,10} ?){1,10}',
    '(?:\\w{1,10}){1,10}',
    '(?:\\w{1,3}){9}',
    '((?:a|b){2,9}c){2,9}',
    '(a+)+',
    '(?:a|b)*',
  ])('is refused when it could occupy a browser: %s', (source) => {
    expect(patternProblem({ name: 'x', type: 'text', required: false, pattern: source })).toContain('repeats a group');
  });

  it.each([
    '(?:\\d{2}[ .-]?){5}',
    '(?:\\d{1,3}\\.){3}\\d{1,3}',
    '[A-Z]{1,2}\\d{1,2}[A-Z]? ?\\d[A-Z]{2}',
    '[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?',
  ])('is accepted when it has few ways to match: %s', (source) => {
    expect(patternProblem({ name: 'x', type: 'text', required: false, pattern: source })).toBe(undefined);
  });

  it('is refused when it is too large for the longest text of its field', () => {
    const field = { name: 'x', type: 'textarea', required: false, pattern: '\\p{L}{1,900}' } as const;
    expect(patternProblem(field)).toContain('is too large');
    expect(patternProblem({ ...field, maxLength: 200 })).toBe(undefined);
  });
});
