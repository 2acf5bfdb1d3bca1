import { describe, expect, it } from 'vitest';
import { changesBetween, headlinesOf } from '../../../src/admin/settings/history/change-words.ts';
import type { JsonObject } from '../../../src/schema-form/index.ts';

/** The sentences about two versions of the widget's options. */
function said(before: JsonObject, after: JsonObject): string[] {
  return headlinesOf(changesBetween({ widget: before, forms: {} }, { widget: after, forms: {} }));
}

function saidOfForms(before: Record<string, JsonObject>, after: Record<string, JsonObject>): string[] {
  return headlinesOf(changesBetween({ widget: {}, forms: before }, { widget: {}, forms: after }));
}

const week = (to: string) => ({
  timeZone: 'Europe/Berlin',
  open: [
    { days: ['mon', 'tue'], from: '09:00', to: '17:00' },
    { days: ['fri'], from: '09:00', to },
  ],
});
const delay = (seconds: number, text = 'Questions?') => ({ type: 'delay', seconds, url: '^/prices', text });

describe('changes in sentences', () => {
  it.each<[string, JsonObject, JsonObject, string[]]>([
    ['a text', { greeting: 'Hello' }, { greeting: 'Hi' }, ['changed the greeting']],
    [
      'a text in one language',
      { greeting: { en: 'Hello', de: 'Hallo' } },
      { greeting: { de: 'Moin', en: 'Hello' } },
      ['changed the greeting in German'],
    ],
    [
      'a text for all languages that gets another language',
      { greeting: 'Hello' },
      { greeting: { en: 'Hello', de: 'Hallo', fr: 'Bonjour' } },
      ['wrote the greeting in German and French'],
    ],
    [
      'a text that is taken back',
      { title: { en: 'A', 'pt-BR': 'B' } },
      { title: 'A' },
      ['removed the title in Brazilian Portuguese'],
    ],
    ['other words', {}, { texts: { startChat: { de: 'Los' } } }, ['wrote the words “Start chat” in German']],
    ['a choice', {}, { position: 'bottom-left' }, ['changed the corner']],
    ['an option without words of its own', { storage: 'local' }, { storage: 'none' }, ['changed “Storage”']],
    ['a list without entries in place of none', {}, { triggers: [], starters: [] }, []],
    [
      'the order of keys',
      { hours: week('12:00') },
      { hours: JSON.parse(JSON.stringify({ open: week('12:00').open, timeZone: 'Europe/Berlin' })) },
      [],
    ],
    ['hours of a day', { hours: week('12:00') }, { hours: week('13:00') }, ['changed the opening hours on Friday']],
    ['hours from then on', {}, { hours: week('12:00') }, ['changed the opening hours']],
    [
      'a holiday',
      { hours: week('12:00') },
      { hours: { ...week('12:00'), closed: [{ from: '2026-12-24', to: '2026-12-26' }] } },
      ['added the holiday 24 Dec 2026 – 26 Dec 2026'],
    ],
    ['a question', { starters: ['Prices?'] }, { starters: ['Prices?', 'Times?'] }, ['wrote question 2']],
    [
      'a question in one of several languages',
      { starters: { en: ['Prices?'], de: ['Preise?'] } },
      { starters: { en: ['Prices?'], de: ['Kosten?'] } },
      ['changed question 1 in German'],
    ],
    [
      'the order of questions',
      { starters: ['A', 'B'] },
      { starters: ['B', 'A'] },
      ['changed the order of the questions'],
    ],
    [
      'a greeting by itself',
      {},
      { triggers: [delay(20)] },
      ['added ‘On pages that begin with /prices, after 20 seconds: show the greeting “Questions?”’'],
    ],
    [
      'another option on some pages',
      { pages: [{ url: '^/jobs', form: 'default' }] },
      { pages: [{ url: '^/jobs', form: 'default', greeting: { de: 'Hallo' } }] },
      ['wrote the greeting on pages that begin with /jobs in German'],
    ],
    [
      'a hidden chat',
      { pages: [{ url: '/jobs' }] },
      { pages: [{ url: '/jobs', hidden: true }] },
      ['hid the chat on pages whose address contains /jobs'],
    ],
    [
      'a variant',
      { experiments: [{ name: 'hello', variants: [{ name: 'now' }, { name: 'new', greeting: 'A' }] }] },
      { experiments: [{ name: 'hello', variants: [{ name: 'now' }, { name: 'new', greeting: 'B' }] }] },
      ['changed the greeting in the variant “new” of the experiment “hello”'],
    ],
    [
      'an experiment that ends',
      { experiments: [{ name: 'hello', variants: [] }] },
      {},
      ['removed the experiment “hello”'],
    ],
  ])('name %s', (_, before, after, sentences) => {
    expect(said(before, after)).toEqual(sentences);
  });

  it('name questions, consent and call-backs of a form, and the form if there are several', () => {
    const fields = [{ name: 'phone' }, { name: 'team_size', label: { en: 'Team', de: 'Team' }, required: false }];
    const after = [
      { name: 'team_size', label: { en: 'Team', de: 'Mitarbeiter' }, required: true },
      { name: 'phone' },
      { name: 'budget' },
    ];
    expect(
      saidOfForms(
        { default: { fields, consent: { text: 'Yes', version: '1' } } },
        { default: { fields: after, consent: { text: { en: 'Yes', de: 'Ja' }, version: '1' } } },
      ),
    ).toEqual([
      'changed the words of the question “Team size” in German',
      'changed whether visitors must answer of the question “Team size”',
      'added the question “Budget”',
      'changed the order of the questions',
      'wrote the consent text in German',
    ]);
    expect(saidOfForms({ default: { tags: ['a'] } }, { default: { tags: ['a', 'b'] }, sales: {} })).toEqual([
      'changed the tags of the form “default”',
      'added the form “sales”',
    ]);
    // The ID of a journey is no language.
    expect(saidOfForms({ default: { journey: { id: 'one' } } }, { default: { journey: { id: 'two' } } })).toEqual([
      'changed the journey',
    ]);
  });

  // The days stood there one by one, as if they had been closed before, and a day that was closed from then on was missing.
  it('say that call-backs got hours, or are at any hour again', () => {
    const hours = [{ days: ['mon', 'tue'], from: '09:00', to: '17:00' }];
    const form = (callback: JsonObject) => ({ widget: {}, forms: { default: { callback } } });
    const [at, within] = [form({ agent: 'ada' }), form({ agent: 'ada', hours })];
    const change = { words: 'changed the hours of call-backs', noun: 'the hours of call-backs' };
    const week = 'Monday 09:00–17:00\nTuesday 09:00–17:00';
    expect(changesBetween(at, within)).toEqual([{ ...change, before: 'At any hour', after: week }]);
    expect(changesBetween(within, at)).toEqual([{ ...change, before: week, after: 'At any hour' }]);
  });

  it('have the values before and after', () => {
    const valuesOf = (before: JsonObject, after: JsonObject) =>
      changesBetween({ widget: before, forms: {} }, { widget: after, forms: {} }).map((change) => [
        change.before,
        change.after,
      ]);
    expect(valuesOf({}, { position: 'bottom-left' })).toEqual([['Default', 'Bottom left']]);
    expect(valuesOf({ expandable: false }, { expandable: true })).toEqual([['No', 'Yes']]);
    expect(valuesOf({ greeting: { de: 'Hallo' } }, { greeting: { de: 'Moin' } })).toEqual([['Hallo', 'Moin']]);
    expect(valuesOf({ hours: week('12:00') }, { hours: week('13:00') })).toEqual([['09:00–12:00', '09:00–13:00']]);
    expect(valuesOf({ triggers: [delay(20)] }, { triggers: [delay(30)] })).toEqual([
      [
        'On pages that begin with /prices, after 20 seconds: show the greeting “Questions?”',
        'On pages that begin with /prices, after 30 seconds: show the greeting “Questions?”',
      ],
    ]);
    expect(valuesOf({ imageHosts: ['a.example'] }, { imageHosts: ['a.example', 'b.example'] })).toEqual([
      ['a.example', 'a.example, b.example'],
    ]);
    const icon = `data:image/svg+xml,${'x'.repeat(3000)}`;
    expect(valuesOf({}, { launcherIcon: icon })).toEqual([['Default', 'A picture of 3 kB']]);
  });

  // It was a UUID, and "null" once the name was removed.
  it('calls those without a name by the end of their IDs', () => {
    const [old, now] = ['a1000000-0000-4000-8000-0000000000aa', 'a1000000-0000-4000-8000-0000000000bb'];
    const state = (id: string) => ({ widget: {}, forms: { default: { journey: { id } } }, names: { [old]: null } });
    expect(changesBetween(state(old), state(now))).toMatchObject([{ before: '…00aa', after: '…00bb' }]);
  });

  it('calls journeys and agents by their names', () => {
    const [before, after] = ['a1000000-0000-4000-8000-000000000001', 'a2000000-0000-4000-8000-000000000002'];
    const state = (id: string, names: Record<string, string>) => ({
      widget: {},
      forms: { default: { journey: { id } } },
      names,
    });
    expect(
      changesBetween(state(before, { [before]: 'First' }), state(after, { [before]: 'One', [after]: 'Two' })),
    ).toEqual([
      expect.objectContaining({ words: 'changed the journey', before: 'One', after: 'Two' }),
      expect.objectContaining({ words: 'changed the name of a journey or an agent', before: 'First', after: 'One' }),
      expect.objectContaining({ words: 'named a journey or an agent', before: undefined, after: 'Two' }),
    ]);
  });

  it('name the parts of a form without the keys of the schema', () => {
    const form = (more: JsonObject, question: JsonObject = {}) => ({
      default: {
        fields: [{ name: 'budget', type: 'number', ...question }],
        callback: { agent: 'c1' },
        consent: { text: 'Yes', version: '1' },
        ...more,
      },
    });
    const words = (after: Record<string, JsonObject>) => saidOfForms(form({}), after);
    expect(
      words(form({ callback: { agent: 'c2', countries: ['US'], timeZone: 'Europe/Berlin', from: '14155550100' } })),
    ).toEqual([
      'changed the agent that calls back',
      'changed the countries that are called back',
      'changed the time zone of call-backs',
      'changed the number that calls back',
    ]);
    expect(words(form({ consent: { text: 'Yes', version: '2', required: false } }))).toEqual([
      'changed the version of the consent',
      'changed whether visitors must agree',
    ]);
    const question = { min: 1, max: 9, step: 1, maxLength: 5, pattern: '[0-9]+' };
    expect(words(form({}, question))).toEqual([
      'changed the smallest answer of the question “Budget”',
      'changed the largest answer of the question “Budget”',
      'changed the steps of the question “Budget”',
      'changed the longest answer of the question “Budget”',
      'changed the pattern of the question “Budget”',
    ]);
  });
});
