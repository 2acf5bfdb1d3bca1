import { describe, expect, it } from 'vitest';
import { findOptionProblems, layersOnPage, mergeOptions, readOptions } from '../../src/options/index.ts';

const read = (path: string, sources: Record<string, Record<string, unknown>>) =>
  readOptions({ proxy: {}, attributes: {}, overrides: {}, ...sources, path });

const problemsOf = (pages: unknown) => findOptionProblems({ proxy: {}, attributes: {}, overrides: { pages } });

describe('the option pages', () => {
  it('applies the first entry whose pattern matches the path', () => {
    const pages = [
      { url: '/prices/kids', title: 'Kids' },
      { url: '/prices', title: 'Prices', form: 'prices' },
      { url: '^/$', title: 'Home' },
    ];
    const titles = ['/prices/kids', '/prices', '/de/prices', '/', '/about'].map(
      (path) => read(path, { overrides: { title: 'All', pages } }).options.title,
    );
    expect(titles).toEqual(['Kids', 'Prices', 'Prices', 'Home', 'All']);
    expect(readOptions({ proxy: {}, attributes: {}, overrides: { title: 'All', pages } }).options.title).toBe('All');
  });

  it('wins over the options beside it, and the order of the sources stays', () => {
    const on = (title: string) => [{ url: '/prices', title }];
    const sources = {
      proxy: { title: 'proxy', pages: on('proxy page') },
      attributes: { title: 'attribute', pages: JSON.stringify(on('attribute page')) },
      overrides: { title: 'call', pages: on('call page') },
    };
    const titleOf = (...names: (keyof typeof sources)[]) =>
      read('/prices', Object.fromEntries(names.map((name) => [name, sources[name]]))).options.title;
    expect(titleOf('proxy')).toBe('proxy page');
    expect(titleOf('proxy', 'attributes')).toBe('attribute page');
    expect(titleOf('proxy', 'attributes', 'overrides')).toBe('call page');
    expect(read('/prices', { proxy: sources.proxy, overrides: { title: 'call' } }).options.title).toBe('call');
  });

  it('leaves what an entry does not name to the options beside it, defaults too', () => {
    const overrides = { color: 'red', open: true, pages: [{ url: '/', open: false }] };
    expect(read('/', { overrides }).options).toMatchObject({ color: 'red', open: false, theme: 'auto' });
  });

  it('falls back to the options beside it if the value of an entry is invalid', () => {
    const overrides = { theme: 'dark', pages: [{ url: '/', theme: 'night', title: 'Kept' }] };
    expect(read('/', { overrides })).toMatchObject({
      options: { theme: 'dark', title: 'Kept' },
      mayHaveProblems: true,
    });
  });

  it('takes an entry as it is written, with functions', () => {
    const encodeMessage = (text: string) => text;
    expect(read('/', { overrides: { pages: [{ url: '/', encodeMessage }] } }).options.encodeMessage).toBe(
      encodeMessage,
    );
  });

  it('hides the widget in an entry alone', () => {
    const hiddenIn = (source: Record<string, unknown>, path = '/checkout') =>
      mergeOptions(...layersOnPage([source], path)).hidden;
    expect(hiddenIn({ pages: [{ url: '/checkout', hidden: true }] })).toBe(true);
    expect(hiddenIn({ pages: '[{"url":"/checkout","hidden":true}]' })).toBe(true);
    expect(hiddenIn({ pages: [{ url: '/checkout', hidden: true }] }, '/')).toBeUndefined();
    expect(hiddenIn({ hidden: true })).toBeUndefined();
    const byCall = { pages: [{ url: '/checkout', hidden: false }] };
    const byProxy = { pages: [{ url: '/checkout', hidden: true }] };
    expect(mergeOptions(...layersOnPage([byProxy, undefined, byCall], '/checkout')).hidden).toBe(false);
  });

  it.each<[unknown]>([
    ['no list'],
    ['[{"url":'],
    [{ url: '/' }],
    [[null, 5, 'text', { title: 'No url' }, { url: 5 }, { url: '' }]],
  ])('with the value %j applies nothing', (pages) => {
    expect(read('/', { overrides: { title: 'All', pages } }).options.title).toBe('All');
    expect(mergeOptions(...layersOnPage([{ pages }], '/')).title).toBeUndefined();
  });

  it('that throws when it is read applies nothing', () => {
    const entry = Object.defineProperty({}, 'url', {
      get() {
        throw new Error('of the page');
      },
    });
    expect(read('/', { overrides: { title: 'All', pages: [entry] } }).options.title).toBe('All');
    expect(mergeOptions(...layersOnPage([{ pages: [entry] }], '/')).title).toBeUndefined();
  });

  it('reports every entry with its number, also those of other pages and sources', () => {
    expect(
      problemsOf([
        { url: '/', theme: 'night' },
        { titel: 'Hi', url: '/x' },
      ]),
    ).toEqual([
      '[leadchat] option `pages.0.theme` must be one of "auto", "light", "dark", got "night".',
      '[leadchat] option `pages.1.titel` is unknown. Did you mean `pages.1.title`?',
    ]);
    expect(problemsOf([{ title: 'No url' }])).toEqual([
      '[leadchat] option `pages.0.url` must be a text, got undefined.',
    ]);
    expect(problemsOf([{ url: '' }])[0]).toContain('option `pages.0.url` must not be empty');
    expect(problemsOf({ url: '/' })[0]).toContain('option `pages` must be a list of at most 50 entries');
    expect(problemsOf([{ url: '/', texts: { startchat: 'Go' } }])).toEqual([
      '[leadchat] option `pages.0.texts.startchat` is unknown. Did you mean `pages.0.texts.startChat`?',
    ]);
    expect(problemsOf([{ url: '/', title: { gr: 'Γεια' } }])[0]).toContain(
      'option `pages.0.title` has the key "gr", which is no language; write a tag such as el',
    );
    const both = { proxy: { pages: [{ url: '/', zIndex: 0 }] }, attributes: {}, overrides: { pages: [] } };
    expect(findOptionProblems(both)[0]).toContain('option `pages.0.zIndex` must be a whole number');
  });

  it('is where `hidden` and `url` belong', () => {
    const problems = findOptionProblems({ proxy: {}, attributes: {}, overrides: { hidden: true } });
    expect(problems).toEqual([
      '[leadchat] option `hidden` belongs into an entry of `pages`: `pages: [{ url: "/checkout", hidden: true }]`.',
    ]);
  });
});
