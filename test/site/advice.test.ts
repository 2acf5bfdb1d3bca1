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
  });

  it('asks for the label of a field that the widget has no words for', () => {
    const fields = [{ name: 'phone' }, { name: 'pet' }, { name: 'plan', label: 'Plan' }, { name: 'x', type: 'hidden' }];
    expect(placesOf(formAdvice({ fields }))).toEqual(['fields.1.label']);
  });
});
