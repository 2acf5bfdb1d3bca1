import { describe, expect, it } from 'vitest';
import { formAdvice, optionAdvice } from '../../src/schema-form/advice.ts';

/** The places of the advice: `triggers.0.url`. */
function placesOf(advice: ReturnType<typeof optionAdvice>): string[] {
  return [...advice].flatMap(([name, problems]) => problems.map(({ path }) => [name, ...path].join('.')));
}

describe('advice about valid options', () => {
  it('names what is half filled in', () => {
    const options = {
      askAfter: { answers: 2 },
      away: 'hidden',
      triggers: [{ type: 'url' }, { type: 'exit' }],
      pages: [{ url: '/prices' }, { url: '/blog', title: 'Blog' }],
      experiments: [{ name: 'words', variants: [{ name: 'a' }] }],
    };
    expect(placesOf(optionAdvice(options))).toEqual([
      'askAfter',
      'away',
      'triggers.0.url',
      'pages.0',
      'experiments.0.variants',
    ]);
  });

  it('is silent about what is complete', () => {
    const options = {
      leadForm: 'later',
      askAfter: { answers: 2 },
      hours: { timeZone: 'UTC', open: [] },
      away: 'hidden',
      triggers: [{ type: 'url', url: '/prices' }],
      experiments: [{ name: 'words', variants: [{ name: 'a' }, { name: 'b' }] }],
    };
    expect(placesOf(optionAdvice(options))).toEqual([]);
    expect(placesOf(optionAdvice({}))).toEqual([]);
  });

  const exit = { type: 'exit' };
  const delay = { type: 'delay', seconds: 20 };
  const wordsOf = (advice: ReturnType<typeof optionAdvice>) =>
    [...advice].flatMap(([name, problems]) =>
      problems.map(({ path, message }) => `${[name, ...path].join('.')} ${message}`),
    );

  // The second of two greetings at the same moment was never seen, and nothing said so.
  it.each([
    [
      'the same moment, every time',
      [
        { ...delay, everyHours: 0 },
        { ...delay, text: 'Hi' },
      ],
      /^triggers\.1 is never shown: greeting 1 comes at the same moment/,
    ],
    ['the same greeting twice', [delay, delay], /^triggers\.1 is never shown: greeting 1/],
    [
      'the same moment, once a day',
      [delay, { ...delay, text: 'Hi' }],
      /^triggers\.1 is shown on a later page only: greeting 1/,
    ],
    [
      'later in the list, and earlier on the page',
      [{ ...delay, seconds: 40 }, delay],
      /^triggers\.0 is shown on a later page only: greeting 2 comes earlier/,
    ],
    [
      'at once before everything',
      [
        { ...exit, url: '^/prices' },
        { type: 'url', url: '^/p' },
      ],
      /^triggers\.0 .* greeting 2 comes earlier/,
    ],
    [
      'at once before all that come later',
      [
        { type: 'url', url: '*' },
        { type: 'scroll', percent: 1 },
      ],
      /^triggers\.1 .* greeting 1 comes earlier/,
    ],
    [
      'at once before some seconds, listed later',
      [
        { ...delay, seconds: 1 },
        { type: 'url', url: '*' },
      ],
      /^triggers\.0 .* greeting 2 comes earlier/,
    ],
    [
      'at once before no seconds, listed first',
      [
        { type: 'url', url: '*' },
        { ...delay, seconds: 0 },
      ],
      /^triggers\.1 .* greeting 1 comes/,
    ],
    [
      'farther down',
      [
        { type: 'scroll', percent: 80, url: '/a' },
        { type: 'scroll', percent: 50 },
      ],
      /^triggers\.0 .* greeting 2/,
    ],
  ])('names a greeting that another one comes before: %s', (_, triggers, words) => {
    expect(wordsOf(optionAdvice({ triggers }))).toEqual([expect.stringMatching(words)]);
  });

  it.each([
    [
      'other pages',
      [
        { ...delay, url: '^/prices' },
        { ...delay, url: '^/jobs' },
      ],
    ],
    ['fewer pages first', [{ ...delay, url: '^/prices' }, delay]],
    ['other moments', [delay, exit, { type: 'scroll', percent: 50 }]],
    [
      'at once, in the order of the list',
      [
        { ...delay, seconds: 0, url: '/prices' },
        { type: 'url', url: '/prices' },
      ],
    ],
    [
      'at once, also where a page is scrolled down already',
      [
        { type: 'scroll', percent: 0 },
        { type: 'url', url: '*' },
      ],
    ],
    [
      'the end of a whole address, which may be followed by a query',
      [
        { ...delay, url: '^*prices$' },
        { ...delay, url: '^/prices$' },
      ],
    ],
    [
      'the end of an address, which may be followed by a query',
      [
        { ...delay, url: 'prices$' },
        { ...delay, url: '^/prices$' },
      ],
    ],
  ])('is silent about greetings that can all be seen: %s', (_, triggers) => {
    expect(wordsOf(optionAdvice({ triggers }))).toEqual([]);
  });

  it('names a greeting that a page rule keeps away', () => {
    const triggers = [{ ...delay, url: '^/checkout/pay' }, { ...exit, url: '^/jobs' }, exit];
    const pages = [
      { url: '^/checkout', hidden: true },
      { url: '^/jobs', triggers: [delay] },
    ];
    expect(placesOf(optionAdvice({ triggers, pages }))).toEqual(['triggers.0', 'triggers.1']);
    const before = { url: '/checkout/pay', title: 'Pay' };
    expect(placesOf(optionAdvice({ triggers, pages: [before, ...pages] }))).toEqual([]);
  });

  // A greeting's pattern is about the whole address, a rule's about the path, unless it begins with one.
  it.each([
    ['a query that a hidden page has in its path', 'utm_source=docs', [{ url: 'docs', hidden: true }]],
    ['a host', 'shop.example.com', [{ url: 'shop', hidden: true }]],
    ['a path that may be in a query, too', '/shop', [{ url: '/shop', triggers: [delay] }]],
    ['the end of a query', 'ref=blog$', [{ url: 'blog$', hidden: true }]],
    [
      'a whole address, with a rule for its page before',
      '^https://a.com/prices',
      [
        { url: '^/prices', title: 'Prices' },
        { url: '*', hidden: true },
      ],
    ],
  ])('is silent about a greeting for what no page rule is about: %s', (_, url, pages) => {
    expect(placesOf(optionAdvice({ triggers: [{ ...delay, url }], pages }))).toEqual([]);
  });

  it('names a greeting of any pattern where a rule hides the chat everywhere', () => {
    const triggers = ['utm_source=docs', '^https://a.com', '^/docs', undefined].map((url, at) => ({
      ...delay,
      seconds: 20 - at,
      ...(url !== undefined && { url }),
    }));
    const advice = wordsOf(optionAdvice({ triggers, pages: [{ url: '*', hidden: true }] }));
    expect(advice.map((words) => words.slice(0, 40))).toEqual(
      triggers.map((_, at) => `triggers.${at} is never shown: the page rule 1 `.slice(0, 40)),
    );
  });

  it('names a page rule, a holiday and a route that come too late, and two experiments that try the same', () => {
    const pages = [
      { url: '/docs*', title: 'A' },
      { url: '^/docs/*/api$', title: 'B' },
      { url: '^/blog', title: 'C' },
    ];
    const closed = [
      { from: '2026-12-24', to: '2027-01-02' },
      { from: '2026-12-31', to: '2026-12-31' },
      { from: '2027-01-01', to: '2027-01-06' },
    ];
    const variants = (color: string) => [{ name: 'a' }, { name: 'b', [color]: 'red' }];
    const experiments = [
      { name: 'one', variants: variants('color') },
      { name: 'two', variants: variants('greeting') },
      { name: 'three', variants: variants('color') },
    ];
    const hours = { timeZone: 'UTC', open: [], closed };
    expect(placesOf(optionAdvice({ pages, hours, experiments }))).toEqual([
      'pages.1',
      'experiments.2',
      'hours.closed.1',
    ]);
    const routes = [
      { when: { staff: ['many', 'some'] }, tags: ['big'] },
      { when: { staff: 'many', insured: true }, tags: ['top'] },
      { when: { staff: ['few', 'many'] }, tags: ['all'] },
      { when: { insured: true }, tags: ['insured'] },
    ];
    expect(placesOf(formAdvice({ routes, callback: { closed } }))).toEqual(['routes.1', 'callback.closed.1']);
    // Days without calls are no holidays.
    for (const advice of [optionAdvice({ hours }), formAdvice({ callback: { closed } })])
      expect(wordsOf(advice)[0]).toMatch(/ has no effect: entry 1 of this list has these days too, and comes first\.$/);
  });

  it('claims no more than is certain of two experiments that try the same', () => {
    const variants = [{ name: 'a' }, { name: 'b', color: 'red' }];
    const experiments = ['one', 'two'].map((name) => ({ name, variants }));
    expect(wordsOf(optionAdvice({ experiments }))).toEqual([
      'experiments.1 tries the color, and so does “one”. Visitors whose variant sets it here see this one, so the figures of “one” are mixed. Try one after the other.',
    ]);
  });

  it('asks for the label of a field that the widget has no words for', () => {
    const fields = [{ name: 'phone' }, { name: 'pet' }, { name: 'plan', label: 'Plan' }, { name: 'x', type: 'hidden' }];
    expect(placesOf(formAdvice({ fields }))).toEqual(['fields.1.label']);
  });
});
