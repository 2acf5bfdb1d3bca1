import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentedKeys } from '../../build/reference.ts';
import { attributeKinds } from '../../src/options/attributes.ts';
import { findOptionProblems } from '../../src/options/find-option-problems.ts';
import { type OptionSources, readOptions } from '../../src/options/read-options.ts';
import { optionsSchema, type WidgetOptions } from '../../src/options/schema.ts';

function read(sources: Partial<OptionSources>) {
  const all = { proxy: {}, attributes: {}, overrides: {}, ...sources };
  return { options: readOptions(all).options, problems: findOptionProblems(all) };
}

const hours = { timeZone: 'Europe/London', open: [{ days: ['mon'], from: '09:00', to: '17:00' }] };

describe('options', () => {
  it('have the defaults of the contract', () => {
    expect(read({})).toEqual({
      problems: [],
      options: {
        loadConfig: 'idle',
        preload: 'intent',
        form: 'default',
        color: '#2a5bd7',
        theme: 'auto',
        position: 'bottom-right',
        offset: 20,
        texts: {},
        launcher: 'bubble',
        open: false,
        pageButtons: true,
        pages: [],
        experiments: [],
        triggers: [],
        storage: 'local',
        consent: 'granted',
        respectGpc: true,
        resumeDays: 30,
        analytics: true,
        analyticsLeadId: false,
        funnel: true,
        disclosure: true,
        expandable: true,
        imageHosts: [],
        rating: 'off',
        starters: [],
        afterLead: 'chat',
        away: 'note',
        attribution: 'interaction',
        keepUrlParameters: [],
      },
    });
  });

  it('take calls over attributes, and attributes over the proxy', () => {
    const { options } = read({
      proxy: { title: 'proxy', greeting: 'proxy', color: 'red' },
      attributes: { title: 'attribute', greeting: 'attribute' },
      overrides: { title: 'call', greeting: undefined },
    });
    expect(options).toMatchObject({ title: 'call', greeting: 'attribute', color: 'red' });
  });

  it('read numbers, booleans and JSON from attributes, and ignore other tools’ attributes', () => {
    const { options, problems } = read({
      attributes: {
        open: '',
        analytics: 'false',
        offset: '{"x":4,"y":8}',
        resumeDays: '7',
        messageFrame: '{"say":{"body":"{text}"}}',
        triggers: '[{"type":"delay","seconds":5}]',
        turboTrack: 'reload',
      },
    });
    expect(problems).toEqual([]);
    expect(options).toMatchObject({ open: true, analytics: false, offset: { x: 4, y: 8 }, resumeDays: 7 });
    expect(options.messageFrame).toEqual({ say: { body: '{text}' } });
    expect(options.triggers).toEqual([{ type: 'delay', seconds: 5, action: 'teaser', everyHours: 24 }]);
  });

  it.each([
    ...['chat.example.com', 'chat/api', 'ftp://chat.example.com', '//'].map((proxyUrl): [WidgetOptions, string] => [
      { proxyUrl },
      `[leadchat] option \`proxyUrl\` must be an absolute URL or a path that begins with /, got "${proxyUrl}".`,
    ]),
    [{ avatar: '/ada.png' }, '[leadchat] option `avatar` must be an absolute https:// URL, got "/ada.png".'],
    [
      { wssUrl: 'https://x.example' },
      '[leadchat] option `wssUrl` must be an absolute ws:// or wss:// URL, got "https://x.example".',
    ],
    [{ theme: 'night' }, '[leadchat] option `theme` must be one of "auto", "light", "dark", got "night".'],
    [{ flowId: 'flow' }, '[leadchat] option `flowId` must be a flow id (UUID), got "flow".'],
    ...[{ type: 'message' }, '{text}', ['{text}']].map((messageFrame): [Record<string, unknown>, string] => [
      { messageFrame },
      `[leadchat] option \`messageFrame\` must be a JSON object with "{text}" in one of its values, got ${JSON.stringify(messageFrame)}.`,
    ]),
    [{ open: 'yes' }, '[leadchat] option `open` must be true or false, got "yes".'],
    [{ titel: 'Hi' }, '[leadchat] option `titel` is unknown. Did you mean `title`?'],
    ...[
      { avatar: 'https://ada@example.com/ada.png' },
      { contact: 'https://bank.example@evil.example' },
      { contact: 'https://:bank.example@evil.example' },
      { proxyUrl: 'https://user:secret@chat.example.com' },
      { wssUrl: 'wss://user:secret@chat.example.com' },
    ].map((options): [WidgetOptions, string] => {
      const [[name, value] = []] = Object.entries(options);
      return [
        options,
        `[leadchat] option \`${name}\` must have no user name and no password before its host, got "${value}".`,
      ];
    }),
    [
      { avatar: 'javascript:alert(1)' },
      '[leadchat] option `avatar` must be an absolute https:// URL, got "javascript:alert(1)".',
    ],
  ])('name what is wrong with %j, with its value', (overrides, problem) => {
    expect(read({ overrides }).problems).toEqual([problem]);
  });

  it.each(['https://chat.example.com', 'http://localhost:4001/chat/', '/chat'])(
    'take %s for the address of a proxy',
    (proxyUrl) => {
      expect(read({ overrides: { proxyUrl } })).toMatchObject({ options: { proxyUrl }, problems: [] });
    },
  );

  it('fall back to the default of an invalid option, and keep the others', () => {
    const { options, problems } = read({ overrides: { theme: 'night', title: 'Kept', resumeDays: -1 } });
    expect(options).toMatchObject({ theme: 'auto', title: 'Kept', resumeDays: 30 });
    expect(problems).toHaveLength(2);
  });

  it.each([
    [
      { timeZone: 'Mars/Olympus' },
      '`hours.timeZone` must be an IANA zone name, such as America/New_York, got "Mars/Olympus".',
    ],
    [{ open: [] }, '`hours.open` must not be empty, got [].'],
    [
      { open: [{ days: ['mon'], from: '17:00', to: '09:00' }] },
      '`hours.open.0.to` must open before it closes, got "09:00".',
    ],
    [
      { open: [{ days: ['monday'], from: '09:00', to: '17:00' }] },
      '`hours.open.0.days.0` must be one of sun, mon, tue, wed, thu, fri, sat, got "monday".',
    ],
  ])('report opening hours that cannot be meant, %j', (wrong, problem) => {
    const { options, problems } = read({ attributes: { hours: JSON.stringify({ ...hours, ...wrong }) } });
    expect(problems).toEqual([`[leadchat] option ${problem}`]);
    expect(options.hours).toBeUndefined();
  });

  it('report every mistake in one option with its value', () => {
    const open = [{ days: ['mon'], from: '9', to: '9.30' }];
    expect(read({ attributes: { hours: JSON.stringify({ ...hours, open }) } }).problems).toEqual([
      '[leadchat] option `hours.open.0.from` must be a time such as 09:00, got "9".',
      '[leadchat] option `hours.open.0.to` must be a time such as 09:00, got "9.30".',
    ]);
  });

  it('takes functions from the properties of an element, which stand among its attributes', () => {
    const encodeMessage = (text: string) => text;
    const userToken = () => 'token';
    expect(read({ attributes: { encodeMessage, userToken } }).options).toMatchObject({ encodeMessage, userToken });
  });

  it.each([
    [{ attributes: { disclosure: 'false' } }, false],
    [{ attributes: { disclosure: '' } }, true],
    [{ attributes: { disclosure: 'We use AI' } }, 'We use AI'],
    [{ attributes: { disclosure: '{"de":"Eine KI"}' } }, { de: 'Eine KI' }],
    [{ overrides: { disclosure: { en: 'AI' } } }, { en: 'AI' }],
    [{ attributes: { disclosure: '{"xx-invented":"AI"}' } }, true],
  ])('read %o as the disclosure %o', (sources, disclosure) => {
    expect(read(sources).options.disclosure).toEqual(disclosure);
  });

  it.each([
    ['data:image/png;base64,iVBORw0KGgo=', true],
    ['data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E', true],
    ['DATA:image/gif;base64,R0lG', true],
    ['https://cdn.example.com/chat.svg', true],
    ['https://cdn.example.com@evil.example/chat.svg', false],
    ['https://cdn.example;sandbox/chat.svg', false],
    ['http://cdn.example.com/chat.svg', false],
    ['/chat.svg', false],
    ['data:text/html,<script>alert(1)</script>', false],
    ['data:image', false],
    ['javascript:alert(1)', false],
    [`data:image/png;base64,${'A'.repeat(20_000)}`, false],
  ])('take %.60s as a picture for the launcher: %j', (launcherIcon, isAccepted) => {
    expect(read({ overrides: { launcherIcon } }).problems.length === 0).toBe(isAccepted);
  });

  it('accept up to six starters, or such a list per language', () => {
    const starters = { en: ['Prices?'], de: ['Preise?'] };
    expect(read({ overrides: { starters } })).toMatchObject({ options: { starters }, problems: [] });
    for (const wrong of [['1', '2', '3', '4', '5', '6', '7'], { en: 'Prices?' }, [5], 'Prices?']) {
      const { problems } = read({ attributes: { starters: JSON.stringify(wrong) } });
      expect(problems[0]).toContain('option `starters` must be up to 6 texts');
    }
  });

  it('accept title, greeting and consent as one text, or as texts by language', () => {
    for (const name of ['title', 'greeting', 'consentText'] as const) {
      const texts = { en: 'Hello', de: 'Hallo' };
      expect(read({ overrides: { [name]: texts } })).toMatchObject({ options: { [name]: texts }, problems: [] });
      expect(read({ attributes: { [name]: JSON.stringify(texts) } }).options).toMatchObject({ [name]: texts });
      for (const text of ['24', 'true', '{Hello}', '["Hello"]', '']) {
        expect(read({ attributes: { [name]: text } }), text).toMatchObject({ options: { [name]: text }, problems: [] });
      }
      const { options, problems } = read({ attributes: { [name]: '{"en":5}' } });
      expect(options[name]).toBeUndefined();
      expect(problems).toEqual([
        expect.stringMatching(/must be a text of at most \d+ characters, or one per language/),
      ]);
    }
    const long = { en: 'x'.repeat(81) };
    expect(read({ overrides: { title: long } }).problems[0]).toContain('at most 80 characters');
  });

  it('ignore a polluted prototype', () => {
    const { options } = read({
      overrides: JSON.parse('{"__proto__":{"title":"polluted"},"constructor":{"prototype":1}}'),
    });
    expect(options.title).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, 'title')).toBe(false);
  });

  it('report a misspelt name with the option that was probably meant, in every source', () => {
    const { problems } = read({
      overrides: { titel: 'Hi', wholeOtherThing: 1 },
      attributes: { flowid: 'x', turboTrack: 'reload', nscript: '' },
      proxy: { resumeDay: 3 },
    });
    expect(problems).toEqual([
      '[leadchat] option `titel` is unknown. Did you mean `title`?',
      '[leadchat] option `wholeOtherThing` is unknown.',
      '[leadchat] option `flowid` is unknown. Did you mean `flowId`?',
      '[leadchat] option `resumeDay` is unknown. Did you mean `resumeDays`?',
    ]);
  });

  it.each<[Partial<OptionSources>, boolean]>([
    [{ proxy: { title: 'Hi' }, attributes: { open: '' }, overrides: { color: 'red' } }, false],
    [{ overrides: { titel: 'Hi' } }, true],
    [{ proxy: { resumeDay: 3 } }, true],
    [{ attributes: { flowid: 'x' } }, true],
    [{ attributes: { theme: 'night' } }, true],
  ])('know from %j whether there may be a problem to describe', (sources, mayHaveProblems) => {
    const all = { proxy: {}, attributes: {}, overrides: {}, ...sources };
    expect(readOptions(all).mayHaveProblems).toBe(mayHaveProblems);
    expect(findOptionProblems(all).length > 0).toBe(mayHaveProblems);
  });

  it('have texts of a limited length, because every visitor loads them with the script', () => {
    const long = 'ü'.repeat(501);
    const skip = { en: 'Skip', de: long };
    const { options, problems } = read({ overrides: { texts: { startChat: long, skip, send: 'Go' } } });
    expect(problems).toEqual(
      ['startChat', 'skip.de'].map((name) =>
        expect.stringContaining(`[leadchat] option \`texts.${name}\` must be a text of at most 500 characters, got`),
      ),
    );
    expect(options.texts).toEqual({ send: 'Go' });
    const { en, ...all } = Object.fromEntries(
      ['en', 'de', 'fr', 'es', 'it'].map((locale) => [locale, 'x'.repeat(500)]),
    );
    const names = ['startChat', 'skip', 'send', 'title', 'greeting', 'unread', 'menu', 'tryAgain', 'close'] as const;
    const texts = Object.fromEntries(names.map((name) => [name, { en, ...all }]));
    const { options: without, problems: total } = read({ overrides: { texts } });
    expect(total.join()).toContain('[leadchat] option `texts` must have at most 20,000 characters in all');
    expect(without.texts).toEqual({});
  });

  it.each(['rgb(10 80 200', 'red/*', 'red)', 'red;}', 'hsl((1)', 'url("x', 'red\\'])(
    'refuse the color %s, which does not end',
    (color) => {
      const { options, problems } = read({ overrides: { color } });
      expect(options.color).toBe('#2a5bd7');
      expect(problems).toEqual([
        `[leadchat] option \`color\` must be a CSS color, with all its brackets, got ${JSON.stringify(color)}.`,
      ]);
    },
  );

  it.each(['red', '#0a5', 'rgb(10 80 200 / 50%)', 'color-mix(in srgb, rgb(1 2 3), var(--brand, red))'])(
    'take the color %s',
    (color) => {
      expect(read({ overrides: { color } })).toMatchObject({ options: { color }, problems: [] });
    },
  );

  it('report an unknown or invalid text by its key, and keep the other texts', () => {
    const texts = { startChat: 'Ask us', startchat: 'Ask', skip: 4, unread: { one: 'one', other: '{count}' } };
    const { options, problems } = read({ attributes: { texts: JSON.stringify(texts) } });
    expect(problems).toEqual([
      '[leadchat] option `texts.startchat` is unknown. Did you mean `texts.startChat`?',
      '[leadchat] option `texts.skip` must be a text or its plural forms, or one per language, such as {"en": …, "de": …}, got 4.',
    ]);
    // The panel, which has the keys of its language, leaves the unknown one out.
    expect(options.texts).toEqual({
      startChat: 'Ask us',
      startchat: 'Ask',
      unread: { one: 'one', other: '{count}' },
    });
    expect(read({ overrides: { texts: 'Hi' } })).toMatchObject({
      problems: ['[leadchat] option `texts` must be an object of texts, got "Hi".'],
      options: { texts: {} },
    });
  });

  it('report an unknown key in an option with its path and the key that was probably meant', () => {
    const { problems } = read({
      overrides: {
        triggers: [{ type: 'exit' }, { type: 'delay', seconds: 5, acton: 'open' }],
        fields: [{ name: 'topic', type: 'select', options: [{ value: '1', label: 'One', lable: 'Uno' }] }],
      },
    });
    expect(problems).toEqual([
      '[leadchat] option `triggers.1.acton` is unknown. Did you mean `triggers.1.action`?',
      '[leadchat] option `fields.0.options.0.lable` is unknown. Did you mean `fields.0.options.0.label`?',
    ]);
  });

  it('report a condition of a field that can never be met', () => {
    const fields = [
      { name: 'insured', type: 'checkbox' },
      { name: 'insurer', showIf: { field: 'insured', is: 'yes' } },
      { name: 'since', showIf: { field: 'insurrer', is: 'x' } },
    ];
    expect(read({ overrides: { fields } }).problems).toEqual([
      '[leadchat] option `fields.1.showIf.is` must be true or false: `insured` is a checkbox, got "yes".',
      '[leadchat] option `fields.2.showIf.field` is not a field of this form; its fields are insured, insurer, since, got "insurrer".',
    ]);
    expect(read({ overrides: { fields: fields.slice(0, 1) } }).problems).toEqual([]);
  });

  it('that accept more than text are parsed from the text of an attribute', () => {
    const takesMore = Object.entries(optionsSchema.shape).filter(([, schema]) =>
      [1, true, {}, [], hours, { content: '{text}' }, { answers: 1 }, { en: 'Hello' }].some(
        (value) => schema.safeParse(value).success,
      ),
    );
    const readsMore = Object.entries(attributeKinds).filter(([, kind]) => kind !== 'text');
    expect(readsMore.map(([name]) => name).sort()).toEqual(takesMore.map(([name]) => name).sort());
  });

  it('have the documented defaults', () => {
    const keys = documentedKeys(readFileSync('src/options/schema.ts', 'utf8'), 'optionsSchema');
    const documentedDefaults = keys.flatMap(({ key, defaultValue = '' }) => {
      const json = /^(?:"[^"]*"|\d+|true|false|\[\]|\{\})$/.test(defaultValue);
      return json ? [[key, JSON.parse(defaultValue)]] : [];
    });
    expect(Object.fromEntries(documentedDefaults)).toEqual(read({}).options);
  });
});
