import { expect, it } from 'vitest';
import { matchesUrl } from '../../src/options/url-pattern.ts';

it.each([
  [undefined, true],
  ['/pricing', true],
  ['example.com*pricing*plan=', true],
  ['*/docs', false],
  ['pricing*example', false],
  // No address begins with a slash, so these are for the path, as those of `pages` are.
  ['^/pri', true],
  ['^/pricing$', true],
  ['^/pricing?', false],
  ['^/example', false],
  ['^/$', false],
  ['^https://example.com/pri', true],
])('the pattern %j matches the address: %s', (pattern, matches) => {
  expect(matchesUrl(pattern, 'https://example.com/pricing?plan=1')).toBe(matches);
});

it.each([
  ['^/$', '/', true],
  ['^/$', '/prices', false],
  ['^/prices', '/en/prices', false],
  ['/prices$', '/en/prices', true],
  ['^/blog*/comments$', '/blog/2026/comments', true],
  ['/größe', '/gr%C3%B6%C3%9Fe/m', true],
  ['/gr%C3%B6%C3%9Fe', '/größe', true],
  ['/100%', '/100%25', true],
  ['/100%', '/%E0%A4%A', false],
])('the pattern %s matches the path %s: %s', (pattern, path, matches) => {
  expect(matchesUrl(pattern, path)).toBe(matches);
});
