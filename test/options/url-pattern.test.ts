import { expect, it } from 'vitest';
import { matchesUrl } from '../../src/options/url-pattern.ts';

it.each([
  [undefined, true],
  ['/pricing', true],
  ['example.com*pricing*plan=', true],
  ['*/docs', false],
  ['pricing*example', false],
])('the pattern %j matches the address: %s', (pattern, matches) => {
  expect(matchesUrl(pattern, 'https://example.com/pricing?plan=1')).toBe(matches);
});
