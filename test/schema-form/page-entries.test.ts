import { expect, it } from 'vitest';
import { matchesUrl } from '../../src/options/index.ts';
import { examplePath, pageEntries } from '../../src/schema-form/page-entries.ts';

it.each([
  ['/prices', '/prices'],
  ['^/$', '/'],
  ['^/blog/*', '/blog/'],
  ['/blog*comments$', '/blogcomments'],
  ['prices', '/prices'],
])('the pattern %s matches its example %s', (pattern, path) => {
  expect(examplePath(pattern)).toBe(path);
  expect(matchesUrl(pattern, path)).toBe(true);
});

it('lists the entries with a pattern, and says where an earlier one applies', () => {
  const pages = [{ url: '/prices', hidden: true }, { url: '' }, { title: 'No url' }, { url: '/prices/kids' }];
  expect(pageEntries({ pages })).toEqual([
    { url: '/prices', path: '/prices', isHidden: true, earlier: undefined },
    { url: '/prices/kids', path: '/prices/kids', isHidden: false, earlier: '/prices' },
  ]);
  expect(pageEntries({})).toEqual([]);
});
