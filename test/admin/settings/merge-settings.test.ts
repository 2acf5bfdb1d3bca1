import { describe, expect, it } from 'vitest';
import { choosing, findConflicts } from '../../../src/admin/settings/merge/conflicts.ts';
import { mergeSettings } from '../../../src/admin/settings/merge/merge-settings.ts';
import type { SavedSettings, SettingsLayer } from '../../../src/protocol/admin/settings.ts';

type Widget = SavedSettings['widget'];
type Form = Widget;

const nothing: SettingsLayer = { widget: {}, forms: {} };
const ofWidget = (widget: Widget): SavedSettings => ({ widget, forms: {} });
const ofForm = (form: Form): SavedSettings => ({ widget: {}, forms: { default: form } });

function merged(base: Widget, mine: Widget, theirs: Widget, file: Widget = {}) {
  const sides = { base: ofWidget(base), mine: ofWidget(mine), theirs: ofWidget(theirs) };
  const layer = { ...nothing, widget: file };
  return { widget: mergeSettings(sides, layer).widget, conflicts: findConflicts(sides, layer) };
}

function mergedForm(base: Form, mine: Form, theirs: Form) {
  const sides = { base: ofForm(base), mine: ofForm(mine), theirs: ofForm(theirs) };
  const layer = { ...nothing, forms: { default: {} } };
  return { form: mergeSettings(sides, layer).forms.default, conflicts: findConflicts(sides, layer) };
}

const route = (answer: string, tag: string, more: Form = {}) => ({ when: { size: answer }, tags: [tag], ...more });
const field = (name: string, label = name, more: Form = {}) => ({ name, type: 'text', label, ...more });
const holiday = (from: string, text?: string) => ({ from, to: from, ...(text !== undefined && { text }) });
const hours = (...closed: Widget[string][]) => ({
  timeZone: 'Europe/Berlin',
  open: [{ days: ['mon', 'tue'], from: '09:00', to: '17:00' }],
  closed,
});

describe('changes of two operators in one list', () => {
  it.each<[string, Form, Form, Form, Form]>([
    [
      'two routes',
      { routes: [route('1', 'small'), route('9', 'big')] },
      { routes: [route('1', 'tiny'), route('9', 'big')] },
      { routes: [route('1', 'small'), route('9', 'huge')] },
      { routes: [route('1', 'tiny'), route('9', 'huge')] },
    ],
    [
      'a route of each',
      { routes: [route('1', 'small')] },
      { routes: [route('1', 'small'), route('5', 'medium')] },
      { routes: [route('0', 'none'), route('1', 'small')] },
      { routes: [route('0', 'none'), route('1', 'small'), route('5', 'medium')] },
    ],
    [
      'two parts of one route',
      { routes: [route('1', 'small', { name: 'A' }), route('9', 'big')] },
      { routes: [route('1', 'small', { name: 'B' }), route('9', 'big')] },
      { routes: [route('1', 'little', { name: 'A' }), route('9', 'big')] },
      { routes: [route('1', 'little', { name: 'B' }), route('9', 'big')] },
    ],
    [
      'a route that is removed, and another one',
      { routes: [route('1', 'small'), route('5', 'medium'), route('9', 'big')] },
      { routes: [route('1', 'small'), route('9', 'big')] },
      { routes: [route('1', 'small'), route('5', 'medium'), route('9', 'huge')] },
      { routes: [route('1', 'small'), route('9', 'huge')] },
    ],
    [
      'questions in another order, and their words',
      { fields: [field('a'), field('b'), field('c')] },
      { fields: [field('c'), field('a'), field('b')] },
      { fields: [field('a'), field('b', 'Better'), field('c'), field('d')] },
      { fields: [field('c'), field('d'), field('a'), field('b', 'Better')] },
    ],
    [
      'choices of one question',
      { fields: [field('size', 'Size', { options: [{ value: '1', label: 'One' }] })] },
      { fields: [field('size', 'Size', { options: [{ value: '1', label: 'Just me' }] })] },
      {
        fields: [
          field('size', 'Size', {
            options: [
              { value: '1', label: 'One' },
              { value: '2', label: 'Two' },
            ],
          }),
        ],
      },
      {
        fields: [
          field('size', 'Size', {
            options: [
              { value: '1', label: 'Just me' },
              { value: '2', label: 'Two' },
            ],
          }),
        ],
      },
    ],
    [
      'tags',
      { tags: ['a', 'b'] },
      { tags: ['a', 'b', 'mine'] },
      { tags: ['b', 'theirs'] },
      { tags: ['b', 'theirs', 'mine'] },
    ],
    [
      'a tag in the place of another one, which the other has added',
      { tags: ['a'] },
      { tags: ['b'] },
      { tags: ['a', 'b', 'c'] },
      { tags: ['b', 'c'] },
    ],
    [
      'a route in the place of another one, which the other has added',
      { routes: [route('1', 'small')] },
      { routes: [route('9', 'big')] },
      { routes: [route('1', 'small'), route('9', 'big')] },
      { routes: [route('9', 'big')] },
    ],
    [
      'another name of a route, and its tag',
      { routes: [route('1', 'small', { name: 'A' }), route('9', 'big', { name: 'Z' })] },
      { routes: [route('1', 'small', { name: 'B' }), route('9', 'big', { name: 'Z' })] },
      { routes: [route('1', 'little', { name: 'A' }), route('9', 'big', { name: 'Z' })] },
      { routes: [route('1', 'little', { name: 'B' }), route('9', 'big', { name: 'Z' })] },
    ],
    [
      'another name of a question, and a new question of that name',
      { fields: [field('a', 'A'), field('b', 'B')] },
      { fields: [field('c', 'A'), field('b', 'B')] },
      { fields: [field('a', 'A'), field('b', 'B'), field('c', 'A')] },
      { fields: [field('c', 'A'), field('b', 'B')] },
    ],
    [
      'a route that one of them has twice',
      { routes: [route('1', 'small')] },
      { routes: [route('1', 'small'), route('1', 'small')] },
      { routes: [route('1', 'small'), route('9', 'big')] },
      { routes: [route('1', 'small'), route('9', 'big'), route('1', 'small')] },
    ],
    [
      'countries of call-backs, and their hours',
      { callback: { agent: 'x', countries: ['US'] } },
      { callback: { agent: 'x', countries: ['US', 'CA'] } },
      { callback: { agent: 'x', countries: ['US', 'MX'], timeZone: 'America/New_York' } },
      { callback: { agent: 'x', countries: ['US', 'MX', 'CA'], timeZone: 'America/New_York' } },
    ],
  ])('are both kept: %s', (_, base, mine, theirs, both) => {
    const { form, conflicts } = mergedForm(base, mine, theirs);
    expect(form).toEqual(both);
    expect(conflicts).toEqual([]);
  });

  it.each<[string, Widget, Widget, Widget, Widget]>([
    [
      'two holidays',
      { hours: hours(holiday('2026-12-24'), holiday('2026-12-31')) },
      { hours: hours(holiday('2026-12-24', 'Merry Christmas'), holiday('2026-12-31')) },
      { hours: hours(holiday('2026-12-24'), holiday('2026-12-30')) },
      { hours: hours(holiday('2026-12-24', 'Merry Christmas'), holiday('2026-12-30')) },
    ],
    [
      'the first holiday of each',
      { hours: hours() },
      { hours: hours(holiday('2026-12-24')) },
      { hours: hours(holiday('2027-01-01')) },
      { hours: hours(holiday('2027-01-01'), holiday('2026-12-24')) },
    ],
    [
      'two days of the week',
      { hours: { timeZone: 'Europe/Berlin', open: [{ days: ['mon', 'tue'], from: '09:00', to: '17:00' }] } },
      {
        hours: {
          timeZone: 'Europe/Berlin',
          open: [
            { days: ['mon'], from: '08:00', to: '17:00' },
            { days: ['tue'], from: '09:00', to: '17:00' },
          ],
        },
      },
      { hours: { timeZone: 'Europe/Berlin', open: [{ days: ['mon', 'tue', 'sat'], from: '09:00', to: '17:00' }] } },
      {
        hours: {
          timeZone: 'Europe/Berlin',
          open: [
            { days: ['mon'], from: '08:00', to: '17:00' },
            { days: ['tue', 'sat'], from: '09:00', to: '17:00' },
          ],
        },
      },
    ],
    [
      'two words, one of them the last of its own',
      { texts: { send: 'Go' } },
      {},
      { texts: { send: 'Go', retry: 'Again' } },
      { texts: { retry: 'Again' } },
    ],
    [
      'a text for all, and its first translation',
      { greeting: 'Hello' },
      { greeting: 'Good morning' },
      { greeting: { en: 'Hello', de: 'Hallo' } },
      { greeting: { en: 'Good morning', de: 'Hallo' } },
    ],
    [
      'questions, and one in another language',
      { starters: ['Prices?', 'Demo?'] },
      { starters: ['Prices?', 'A demo?'] },
      { starters: [{ en: 'Prices?', de: 'Preise?' }, 'Demo?'] },
      { starters: [{ en: 'Prices?', de: 'Preise?' }, 'A demo?'] },
    ],
    [
      'questions in lists by language',
      { starters: { en: ['Prices?', 'Demo?'], de: ['Preise?', 'Demo?'] } },
      { starters: { en: ['Prices?', 'A demo?'], de: ['Preise?', 'Demo?'] } },
      { starters: { en: ['Prices?', 'Demo?'], de: ['Was kostet es?', 'Demo?'] } },
      {
        starters: [
          { en: 'Prices?', de: 'Was kostet es?' },
          { en: 'A demo?', de: 'Demo?' },
        ],
      },
    ],
    [
      'two variants of an experiment',
      { experiments: [{ name: 'e', variants: [{ name: 'a' }, { name: 'b', title: 'B' }] }] },
      {
        experiments: [
          {
            name: 'e',
            variants: [
              { name: 'a', title: 'A' },
              { name: 'b', title: 'B' },
            ],
          },
        ],
      },
      { experiments: [{ name: 'e', variants: [{ name: 'a' }, { name: 'b', title: 'Other' }] }] },
      {
        experiments: [
          {
            name: 'e',
            variants: [
              { name: 'a', title: 'A' },
              { name: 'b', title: 'Other' },
            ],
          },
        ],
      },
    ],
    [
      'a question in the place of another one, which the other has added in its place, too',
      { starters: ['A?'] },
      { starters: ['B?'] },
      { starters: ['C?', 'B?'] },
      { starters: ['C?', 'B?'] },
    ],
    [
      'pages',
      { pages: [{ url: '/a', title: 'A' }] },
      {
        pages: [
          { url: '/a', title: 'A' },
          { url: '/b', hidden: true },
        ],
      },
      {
        pages: [
          { url: '/c', title: 'C' },
          { url: '/a', title: 'A', color: '#123456' },
        ],
      },
      {
        pages: [
          { url: '/c', title: 'C' },
          { url: '/a', title: 'A', color: '#123456' },
          { url: '/b', hidden: true },
        ],
      },
    ],
  ])('are both kept: %s', (_, base, mine, theirs, both) => {
    const { widget, conflicts } = merged(base, mine, theirs);
    expect(widget).toEqual(both);
    expect(conflicts).toEqual([]);
  });

  it('are both kept in a list that only the file had before', () => {
    const file = { starters: ['One', 'Two'] };
    const { widget, conflicts } = merged({}, { starters: ['One!', 'Two'] }, { starters: ['One', 'Two!'] }, file);
    expect(widget).toEqual({ starters: ['One!', 'Two!'] });
    expect(conflicts).toEqual([]);
  });

  it('are both kept in two forms, and a form that both have added', () => {
    const base = { widget: {}, forms: {} };
    const mine = { widget: {}, forms: { a: { tags: ['mine'] }, added: { fields: [field('x')], tags: ['t'] } } };
    const theirs = { widget: {}, forms: { b: { tags: ['theirs'] }, added: { fields: [field('y')], tags: ['t'] } } };
    const file = { widget: {}, forms: { a: {}, b: {} } };
    expect(mergeSettings({ base, mine, theirs }, file).forms).toEqual({
      a: { tags: ['mine'] },
      b: { tags: ['theirs'] },
      added: { fields: [field('y'), field('x')], tags: ['t'] },
    });
  });
});

describe('a text for all languages, beside texts by language', () => {
  // Without English it became English: visitors of all other languages read it then.
  it.each<[string, Widget, Widget, Widget]>([
    [
      'German is written anew, too',
      { greeting: 'Guten Tag' },
      { greeting: { de: 'Servus', fr: 'Bonjour' } },
      { greeting: { de: 'Guten Tag', fr: 'Bonjour' } },
    ],
    [
      'the other way round',
      { greeting: { fr: 'Bonjour', de: 'Servus' } },
      { greeting: 'Guten Tag' },
      { greeting: { fr: 'Bonjour', de: 'Servus' } },
    ],
    [
      'a question',
      { starters: ['Was kostet es?'] },
      { starters: [{ de: 'Preise?', fr: 'Prix ?' }] },
      { starters: [{ de: 'Was kostet es?', fr: 'Prix ?' }] },
    ],
  ])('stays in the language of the site: %s', (_, mine, theirs, both) => {
    const site = { locale: 'de', greeting: 'Hallo', starters: ['Kosten?'] };
    const file = { ...nothing, widget: site };
    const sides = { base: ofWidget({}), mine: ofWidget(mine), theirs: ofWidget(theirs) };
    expect(mergeSettings(sides, file).widget).toEqual(both);
    expect(findConflicts(sides, file)).toHaveLength(1);
  });

  it('is in the language that another text of the site has first', () => {
    const base = { title: { de: 'Praxis', fr: 'Cabinet' }, greeting: 'Hallo' };
    const { widget } = merged(
      base,
      { ...base, greeting: 'Guten Tag' },
      { ...base, greeting: { fr: 'Bonjour', de: 'Servus' } },
    );
    expect(widget.greeting).toEqual({ fr: 'Bonjour', de: 'Guten Tag' });
  });

  it('is in the first language of who has replaced it, if nothing says that of the site', () => {
    const base = { greeting: 'Hallo' };
    const { widget } = merged(base, { greeting: 'Guten Tag' }, { greeting: { de: 'Servus', fr: 'Bonjour' } });
    expect(widget.greeting).toEqual({ de: 'Guten Tag', fr: 'Bonjour' });
  });
});

describe('the same entry, changed twice', () => {
  it.each<[string, Form, Form, Form, { noun: string; language?: string; before?: string; after?: string }]>([
    [
      'the words of a question in a language',
      { fields: [field('a'), { name: 'b', label: { en: 'B', de: 'B' } }] },
      { fields: [field('a'), { name: 'b', label: { en: 'B', de: 'Meins' } }] },
      { fields: [field('a', 'Other'), { name: 'b', label: { en: 'B', de: 'Ihres' } }] },
      { noun: 'the words of the question “B”', language: 'German', before: 'Ihres', after: 'Meins' },
    ],
    [
      'a question that one has removed',
      { fields: [field('a'), field('b')] },
      { fields: [field('a')] },
      { fields: [field('a'), field('b', 'Better')] },
      { noun: 'the question “B”', before: 'Name: b, Kind: text, Label: Better' },
    ],
  ])('is said with both values: %s', (_, base, mine, theirs, change) => {
    const { conflicts } = mergedForm(base, mine, theirs);
    expect(conflicts).toHaveLength(1);
    expect(conflicts[0]?.changes).toMatchObject([{ noun: change.noun, after: change.after }]);
    expect(conflicts[0]?.changes[0]?.language).toBe(change.language);
  });

  it('is one question that both have named anew', () => {
    const named = (name: string) => ofForm({ fields: [field(name, 'A'), field('b', 'B')] });
    const sides = { base: named('a'), mine: named('mine'), theirs: named('theirs') };
    const [conflict, ...others] = findConflicts(sides, nothing);
    expect(others).toEqual([]);
    expect(mergeSettings(sides, nothing)).toEqual(sides.mine);
    expect(mergeSettings(sides, nothing, choosing(new Set([conflict?.id ?? ''])))).toEqual(sides.theirs);
  });

  it('is as it is chosen, beside everything else of both', () => {
    const base = ofWidget({ greeting: 'Hello', title: 'Chat' });
    const mine = ofWidget({ greeting: 'Mine', title: 'Chat', color: '#111111' });
    const theirs = ofWidget({ greeting: 'Theirs', title: 'Theirs' });
    const sides = { base, mine, theirs };
    const [conflict, ...others] = findConflicts(sides, nothing);
    expect(others).toEqual([]);
    expect(conflict?.changes).toMatchObject([{ noun: 'the greeting', before: 'Theirs', after: 'Mine' }]);
    const choice = choosing(new Set([conflict?.id ?? '']));
    expect(mergeSettings(sides, nothing, choice).widget).toEqual({
      greeting: 'Theirs',
      title: 'Theirs',
      color: '#111111',
    });
    expect(mergeSettings(sides, nothing).widget).toEqual({ greeting: 'Mine', title: 'Theirs', color: '#111111' });
  });

  it.each<[string, Widget, Widget, Widget, string]>([
    [
      'a holiday',
      { hours: hours(holiday('2026-12-24', 'A')) },
      { hours: hours(holiday('2026-12-24', 'B')) },
      { hours: hours(holiday('2026-12-24', 'C')) },
      'the holiday 24 Dec 2026',
    ],
    [
      'the hours of a day',
      { hours: { timeZone: 'UTC', open: [{ days: ['mon'], from: '09:00', to: '17:00' }] } },
      { hours: { timeZone: 'UTC', open: [{ days: ['mon'], from: '09:00', to: '18:00' }] } },
      { hours: { timeZone: 'UTC', open: [{ days: ['mon'], from: '09:00', to: '19:00' }] } },
      'the opening hours on Monday',
    ],
    ['a word', { texts: { send: 'A' } }, { texts: { send: 'B' } }, {}, 'the words “Send”'],
    [
      'the order of questions',
      { starters: ['A', 'B', 'C'] },
      { starters: ['B', 'A', 'C'] },
      { starters: ['C', 'A', 'B'] },
      'the questions',
    ],
  ])('is named: %s', (_, base, mine, theirs, noun) => {
    const { conflicts } = merged(base, mine, theirs);
    expect(conflicts.flatMap(({ changes }) => changes.map((change) => change.noun))).toEqual([noun]);
  });

  it('is a form that one has removed and the other has changed', () => {
    const base = { widget: {}, forms: { sales: { tags: ['a'] } } };
    const sides = { base, mine: { widget: {}, forms: {} }, theirs: { widget: {}, forms: { sales: { tags: ['b'] } } } };
    const [conflict] = findConflicts(sides, nothing);
    expect(conflict?.changes.map(({ words }) => words)).toEqual(['removed the form “sales”']);
    expect(mergeSettings(sides, nothing).forms).toEqual({});
    expect(mergeSettings(sides, nothing, choosing(new Set([conflict?.id ?? '']))).forms).toEqual(sides.theirs.forms);
  });
});
