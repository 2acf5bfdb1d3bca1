import { describe, expect, it } from 'vitest';
import {
  chooseVariants,
  findOptionProblems,
  layersOnPage,
  mergeOptions,
  readOptions,
  type Variants,
} from '../../src/options/index.ts';

const two = (first: object, second: object) => [
  {
    name: 'words',
    variants: [
      { name: 'a', ...first },
      { name: 'b', ...second },
    ],
  },
];

const read = (sources: Record<string, Record<string, unknown>>, variants: Variants, path = '/') =>
  readOptions({ proxy: {}, attributes: {}, overrides: {}, ...sources, path, variants }).options;

const problemsOf = (experiments: unknown) =>
  findOptionProblems({ proxy: {}, attributes: {}, overrides: { experiments } });

describe('a draw', () => {
  const weighted = (...weights: unknown[]) => [
    { name: 'words', variants: weights.map((weight, index) => ({ name: `v${index}`, weight })) },
  ];
  const drawn = (experiments: unknown, at: number) => chooseVariants([{ experiments }], '/', {}, () => at).words;

  it.each<[string, unknown[], number, string]>([
    ['equal weights', [undefined, undefined], 0.49, 'v0'],
    ['equal weights', [undefined, undefined], 0.5, 'v1'],
    ['three to one', [3, 1], 0.74, 'v0'],
    ['three to one', [3, 1], 0.76, 'v1'],
    ['fractions', [0.1, 0.3], 0.24, 'v0'],
    ['the end', [1, 1, 1], 0.999999999, 'v2'],
    ['weights that are none count as 1', [0, -5, 'x', Number.NaN], 0.26, 'v1'],
    ['the same', [Number.POSITIVE_INFINITY, 1], 0.6, 'v1'],
  ])('follows %s: %j at %d', (_, weights, at, variant) => {
    expect(drawn(weighted(...weights), at)).toBe(variant);
  });

  it('gives each of many visitors one variant, about as often as its weight says', () => {
    const counts = { a: 0, b: 0 };
    const experiments = [{ name: 'words', variants: [{ name: 'a', weight: 3 }, { name: 'b' }] }];
    for (let visitor = 0; visitor < 10_000; visitor++) {
      const { words } = chooseVariants([{ experiments }], '/', {});
      if (words === 'a' || words === 'b') counts[words]++;
    }
    expect(counts.a + counts.b).toBe(10_000);
    expect(counts.a).toBeGreaterThan(7_200);
    expect(counts.a).toBeLessThan(7_800);
  });

  it('keeps what the visitor has, and draws anew what is no longer there', () => {
    const sources = [{ experiments: two({}, {}) }];
    expect(chooseVariants(sources, '/', { words: 'b' }, () => 0)).toEqual({ words: 'b' });
    expect(chooseVariants(sources, '/', { words: 'gone', ended: 'x' }, () => 0)).toEqual({ words: 'a' });
  });

  it('counts an experiment of two sources once, as the later one has it', () => {
    const proxy = { experiments: two({ title: 'proxy a' }, { title: 'proxy b' }) };
    const tag = { experiments: JSON.stringify([{ name: 'words', variants: [{ name: 'c', title: 'tag c' }] }]) };
    expect(chooseVariants([proxy, tag], '/', {}, () => 0)).toEqual({ words: 'c' });
    expect(chooseVariants([proxy, tag], '/', { words: 'c' }, () => 0.9)).toEqual({ words: 'c' });
  });

  it.each<[unknown]>([
    ['no list'],
    ['[{"name":'],
    [{ name: 'words' }],
    [
      [
        null,
        5,
        { name: 'words' },
        { name: 'words', variants: 'a' },
        { name: 'words', variants: [null, { title: 'x' }] },
      ],
    ],
    [
      [
        { name: 7, variants: [{ name: 'a' }] },
        { name: 'a b', variants: [{ name: 'a' }] },
      ],
    ],
    [[{ name: '__proto__', variants: [{ name: 'a' }] }]],
  ])('of %j is none', (experiments) => {
    expect(chooseVariants([{ experiments }], '/', {})).toEqual({});
    expect(read({ overrides: { title: 'All', experiments } }, { words: 'a' }).title).toBe('All');
  });
});

describe('a variant', () => {
  it('wins over the options beside it, and the order of the sources stays', () => {
    const sources = {
      proxy: { title: 'proxy', experiments: two({ title: 'proxy a' }, {}) },
      attributes: { title: 'attribute', experiments: JSON.stringify(two({ title: 'attribute a' }, {})) },
      overrides: { title: 'call', experiments: two({ title: 'call a' }, {}) },
    };
    const titleOf = (variant: string, ...names: (keyof typeof sources)[]) =>
      read(Object.fromEntries(names.map((name) => [name, sources[name]])), { words: variant }).title;
    expect(titleOf('a', 'proxy')).toBe('proxy a');
    expect(titleOf('b', 'proxy')).toBe('proxy');
    expect(titleOf('a', 'proxy', 'attributes')).toBe('attribute a');
    expect(titleOf('b', 'proxy', 'attributes')).toBe('attribute');
    expect(titleOf('a', 'proxy', 'attributes', 'overrides')).toBe('call a');
    expect(read({ proxy: sources.proxy, overrides: { title: 'call' } }, { words: 'a' }).title).toBe('call');
  });

  it('loses to what a page says about itself, unless the page has the experiment', () => {
    const experiments = two({ title: 'a', color: 'red' }, {});
    const pages = [
      { url: '/prices', title: 'Prices' },
      { url: '/jobs', title: 'Jobs', experiments: [{ name: 'jobs', variants: [{ name: 'x', title: 'Join us' }] }] },
    ];
    const overrides = { title: 'All', experiments, pages };
    expect(read({ overrides }, { words: 'a' })).toMatchObject({ title: 'a', color: 'red' });
    expect(read({ overrides }, { words: 'a' }, '/prices')).toMatchObject({ title: 'Prices', color: 'red' });
    expect(read({ overrides }, { words: 'a', jobs: 'x' }, '/jobs')).toMatchObject({ title: 'Join us', color: 'red' });
    expect(chooseVariants([overrides], '/jobs', {}, () => 0)).toEqual({ words: 'a', jobs: 'x' });
    expect(chooseVariants([overrides], '/', {}, () => 0)).toEqual({ words: 'a' });
  });

  it('of a later experiment wins over one of an earlier', () => {
    const experiments = [
      ...two({ title: 'first', theme: 'dark' }, {}),
      { name: 'x', variants: [{ name: 'a', title: 'second' }] },
    ];
    expect(read({ overrides: { experiments } }, { words: 'a', x: 'a' })).toMatchObject({
      title: 'second',
      theme: 'dark',
    });
  });

  it('changes nothing that must be the same for all visitors', () => {
    const fixed = {
      consent: 'granted',
      storage: 'local',
      proxyUrl: 'https://evil.example',
      hidden: true,
      pages: [],
      funnel: false,
    };
    const overrides = { consent: 'denied', pages: [{ url: '/', title: 'Home' }], experiments: two(fixed, {}) };
    expect(read({ overrides }, { words: 'a' })).toMatchObject({ consent: 'denied', title: 'Home', funnel: true });
    expect(mergeOptions(...layersOnPage([overrides], '/', { words: 'a' }))).not.toHaveProperty('proxyUrl');
    expect(mergeOptions(...layersOnPage([overrides], '/', { words: 'a' })).hidden).toBeUndefined();
  });

  it('with an invalid value leaves it to the options beside it', () => {
    const overrides = { theme: 'dark', experiments: two({ theme: 'night', title: 'Kept' }, {}) };
    expect(read({ overrides }, { words: 'a' })).toMatchObject({ theme: 'dark', title: 'Kept' });
  });
});

describe('a mistake', () => {
  const variants = [{ name: 'a' }];
  it.each<[unknown, string]>([
    [{}, '`experiments` must be a list of at most 5 experiments, [{ name, variants }], got {}.'],
    [[{ variants }], '`experiments.0.name` must be a text, got undefined.'],
    [
      [{ name: 'two words', variants }],
      '`experiments.0.name` must be letters, digits, - and _, at most 40, got "two words".',
    ],
    [
      [
        { name: 'x', variants },
        { name: 'x', variants },
      ],
      '`experiments.1.name` must differ from the names before it, got "x".',
    ],
    [
      [{ name: 'x', variants: [...variants, ...variants] }],
      '`experiments.0.variants.1.name` must differ from the names before it, got "a".',
    ],
    [[{ name: 'x', variants: [] }], '`experiments.0.variants` must not be empty, got [].'],
    [[{ name: 'x' }], '`experiments.0.variants` must be a list, got undefined.'],
    [
      [{ name: 'x', variants: [{ name: 'a', weight: 0 }] }],
      '`experiments.0.variants.0.weight` must be above 0, got 0.',
    ],
    [
      [{ name: 'x', variants: [{ name: 'a', weight: '2' }] }],
      '`experiments.0.variants.0.weight` must be a number, got "2".',
    ],
    [
      [{ name: 'x', variants: [{ name: 'a', theme: 'night' }] }],
      '`experiments.0.variants.0.theme` must be one of "auto", "light", "dark", got "night".',
    ],
    [
      [{ name: 'x', variants: [{ name: 'a', titel: 'x' }] }],
      '`experiments.0.variants.0.titel` is unknown. Did you mean `experiments.0.variants.0.title`?',
    ],
    [
      [{ name: 'x', variants: [{ name: 'a', consent: 'granted' }] }],
      '`experiments.0.variants.0.consent` cannot differ between variants: set it beside `experiments`.',
    ],
    [
      [{ name: 'x', variants: [{ name: 'a', hidden: true }] }],
      '`experiments.0.variants.0.hidden` cannot differ between variants',
    ],
    [[{ name: 'x', variant: [] }], '`experiments.0.variant` is unknown. Did you mean `experiments.0.variants`?'],
  ])('in %j is named, with its place and what to do', (experiments, problem) => {
    expect(problemsOf(experiments).join('\n')).toContain(`[leadchat] option ${problem}`);
  });

  it('in an entry of `pages`, or in another source, is named too', () => {
    const broken = [{ name: 'x', variants: [{ name: 'a', zIndex: 0 }] }];
    const sources = {
      proxy: { experiments: broken },
      attributes: {},
      overrides: { experiments: [], pages: [{ url: '/', experiments: broken }] },
    };
    expect(findOptionProblems(sources)).toEqual([
      '[leadchat] option `pages.0.experiments.0.variants.0.zIndex` must be a whole number of at least 1, got 0.',
      '[leadchat] option `experiments.0.variants.0.zIndex` must be a whole number of at least 1, got 0.',
    ]);
  });

  it('is none in a usable list', () => {
    const experiments = [
      {
        name: 'greeting',
        variants: [
          { name: 'short', weight: 0.5 },
          { name: 'long', greeting: { en: 'Hi', de: 'Hallo' } },
        ],
      },
    ];
    expect(problemsOf(experiments)).toEqual([]);
    expect(read({ attributes: { experiments: JSON.stringify(experiments) } }, { greeting: 'long' }).greeting).toEqual({
      en: 'Hi',
      de: 'Hallo',
    });
  });
});
