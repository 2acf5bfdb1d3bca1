import { describe, expect, it } from 'vitest';
import {
  callEventData,
  leadEventData,
  ratingEventData,
  type WebhookEvent,
  webhookEvent,
} from '../../../src/protocol/proxy/webhook.ts';
import { type WebhookFormat, webhookBody } from '../../../src/proxy/webhooks/webhook-body.ts';
import { ids, sha256 } from '../support/harness.ts';
import { issuesOf } from '../support/usable-config.ts';

const lead = 'b537fea6-b002-45c5-9610-f84f8e77523f';

function accepted(fields: Record<string, unknown> = {}): WebhookEvent {
  return {
    type: 'lead.accepted',
    timestamp: '2026-11-22T08:23:32.714Z',
    data: {
      lead,
      form: 'default',
      page: 'https://www.example.com/prices',
      tags: ['website', 'emergency'],
      journey: ids.journey,
      route: 'emergency',
      state: 'pending',
      phone: '14155552671',
      fields: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        insured: true,
        utm_source: 'ad',
        consent_version: 'v1',
        ...fields,
      },
      acceptedAt: '2026-11-22T08:23:32.273Z',
    },
  };
}

const ended: WebhookEvent = {
  type: 'call.ended',
  timestamp: '2026-11-23T15:04:10.020Z',
  data: {
    ...{ call: '0b8d5c1e-6f0a-4b58-9d3b-3c9f3a0f7a11', lead, form: 'other', tags: [], state: 'completed', phone: '' },
    ...{ fields: {}, requestedAt: '2026-11-22T08:25:00.000Z', at: '2026-11-23T15:00:00.000Z', transfers: 0 },
  },
};

const write = (format: WebhookFormat, event: WebhookEvent, timeZone?: string) =>
  JSON.parse(webhookBody(format, event, timeZone));

/** What visitors type to break out of a text, mention a channel, or place a link. */
const hostile = [
  '"}],"admin":true,"x":["',
  '\\',
  '\u2028',
  '<!channel> & <https://evil.example|click>',
  '[click](https://evil.example)',
  '{phone}',
  '$&$1',
];

describe('an own JSON', () => {
  it('has the values of the lead and the event, each in its place', () => {
    const format = {
      name: '{first_name} {last_name}',
      phone: '+{phone}',
      insured: '{insured}',
      text: 'insured: {insured}',
      at: '{timestamp_seconds}',
      list: ['{type}', '{lead}', '{form}', '{page}', '{tags}', '{journey}', '{route}'],
      nested: { fixed: 3, nothing: null, missing: '{email}', unused: '{ not a name } {}' },
    };
    expect(write(format, accepted())).toEqual({
      name: 'Ada Lovelace',
      phone: '+14155552671',
      insured: true,
      text: 'insured: true',
      at: 1_795_335_812,
      list: [
        'lead.accepted',
        lead,
        'default',
        'https://www.example.com/prices',
        'website, emergency',
        ids.journey,
        'emergency',
      ],
      nested: { fixed: 3, nothing: null, missing: '', unused: '{ not a name } {}' },
    });
  });

  it('has hashes as advertisers compare them, and none of nothing', () => {
    const format = { ph: '{phone:sha256}', em: ['{email:sha256}'], none: '{company:sha256}' };
    const body = write(format, accepted({ email: ' Ada@Example.com ' }));
    expect(body).toEqual({ ph: sha256('14155552671'), em: [sha256('ada@example.com')], none: '' });
  });

  it.each([
    ['{phone:e164}', '+14155552671'],
    ['{phone:e164:sha256}', sha256('+14155552671')],
    ['{email:e164}', 'ada@example.com'],
    ['call {phone:e164}!', 'call +14155552671!'],
  ])('has the phone with its plus, as Google and TikTok hash it: %s', (text, value) => {
    expect(write({ text }, accepted({ email: 'ada@example.com' }))).toEqual({ text: value });
  });

  it('has no plus and no hash of a phone that is deleted', () => {
    expect(write({ a: '{phone:e164}', b: '{phone:e164:sha256}' }, ended)).toEqual({ a: '', b: '' });
  });

  it.each<[string, Exclude<WebhookFormat, string>, object]>([
    ['a key', { em: '{email:sha256?}', ph: '{phone?}' }, { ph: '14155552671' }],
    ['an entry of a list', { list: ['{email?}', '{first_name?}', '{company?}'] }, { list: ['Ada'] }],
    ['what held nothing else', { user: { em: ['{email:sha256?}'], zip: { code: '{zip?}' } }, n: 1 }, { n: 1 }],
    ['a text of several values', { a: '{first_name} {email?}', b: '{email}{first_name?}' }, { b: 'Ada' }],
    ['everything', { em: '{email?}' }, {}],
    ['nothing that was empty as written', { list: [], nested: {}, em: '{email?}' }, { list: [], nested: {} }],
    ['no value that is false or 0', { a: '{insured?}', b: '{guests?}' }, { a: false, b: 0 }],
  ])('leaves out %s if the value with a question mark is empty', (_, format, body) => {
    expect(write(format, accepted({ insured: false, guests: 0 }))).toEqual(body);
  });

  it.each(hostile)('keeps its structure and its texts, whatever a visitor types: %j', (typed) => {
    const format = { a: '{first_name}', b: 'Hi {first_name}!', c: [{ d: '{first_name}{first_name}' }] };
    expect(write(format, accepted({ first_name: typed }))).toEqual({
      a: typed,
      b: `Hi ${typed}!`,
      c: [{ d: typed + typed }],
    });
  });

  it.each<[format: object, issue: string]>([
    [
      { text: 'Hi {frist_name}' },
      '`webhooks.0.format.text` contains {frist_name}, which no lead has; use {first_name}.',
    ],
    [
      { a: [{ b: '{insured} {zzzzzzzz:sha256}' }] },
      '`webhooks.0.format.a.0.b` contains {zzzzzzzz}, which no lead has; use one of type,',
    ],
    [
      { a: '{frist_name:e164:sha256?}' },
      '`webhooks.0.format.a` contains {frist_name}, which no lead has; use {first_name}.',
    ],
    [
      { a: '{phone:sha265}' },
      '`webhooks.0.format.a` contains {phone:sha265}; after the name there can be :e164, :sha256 and ?, in this order.',
    ],
    [{ a: '{phone:sha256:e164}' }, '`webhooks.0.format.a` contains {phone:sha256:e164}; after the name'],
    [{}, '`webhooks.0.format` must not be empty'],
  ])('with an unknown name is refused if only the file can have fields: %j', (format, issue) => {
    expect(issuesOfFormat(format)).toEqual([expect.stringContaining(issue)]);
  });

  const events = { lead: leadEventData, call: callEventData, rating: ratingEventData };
  it.each(Object.entries(events))('may have every value of the event of a %s', (_, { shape }) => {
    const values = Object.keys(shape).filter((name) => name !== 'fields' && name !== 'closed');
    expect(values).toContain('phone');
    expect(issuesOfFormat({ text: values.map((name) => `{${name}}`).join(' ') })).toEqual([]);
  });
});

/** What is wrong with the body of a webhook whose names only the file can have. */
function issuesOfFormat(format: object): string[] {
  return issuesOf({
    forms: { default: { fields: [{ name: 'insured', type: 'checkbox' }] } },
    webhooks: [{ url: 'https://crm.example.com/hook', format }],
    adminSettings: false,
  });
}

it('may have the variant of an experiment', () => {
  expect(issuesOfFormat({ variant: '{experiment_greeting}' })).toEqual([]);
  const event = accepted({ experiment_greeting: 'warm' });
  expect(write({ variant: '{experiment_greeting}' }, event)).toEqual({ variant: 'warm' });
  expect(webhookBody('slack', event)).not.toContain('warm');
});

describe('a message for Slack', () => {
  it('says who it is, what they have answered and where they come from', () => {
    expect(write('slack', accepted())).toEqual({
      text: 'New lead: Ada Lovelace',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'New lead: Ada Lovelace', emoji: false } },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: [
              '*Phone:* +14155552671',
              '*Insured:* yes',
              '*Page:* https://www.example.com/prices',
              '*Campaign:* ad',
              '*Route:* emergency',
              '*Tags:* website, emergency',
            ].join('\n'),
            verbatim: true,
          },
        },
      ],
    });
  });

  it.each(hostile)('mentions nobody and has no link of a visitor: %j', (typed) => {
    const body = webhookBody('slack', accepted({ first_name: typed, reason: typed }));
    const { text, blocks } = JSON.parse(body);
    expect(`${text}${blocks[1].text.text}`).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/);
  });

  it.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029', ' '.repeat(300), '\n```\n'])(
    'has one line per value, whatever stands before what looks like a label: %j',
    (separator) => {
      const forged = `Hello${separator}*Phone:* +14155550199`;
      const { text, blocks } = write('slack', accepted({ first_name: forged, reason: forged, note: forged }));
      const details: string = blocks[1].text.text;
      expect(details.match(/\*Phone:\*/g)).toHaveLength(1);
      expect(details.split('\n').map((line) => line.slice(0, line.indexOf(' ')))).toEqual([
        '*Phone:*',
        '*Insured:*',
        '*Reason:*',
        '*Note:*',
        '*Page:*',
        '*Campaign:*',
        '*Route:*',
        '*Tags:*',
      ]);
      expect(`${text}${details}`).not.toContain('`');
      for (const shown of [text, blocks[0].text.text, details.replaceAll('\n', '')]) {
        expect(shown).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029]| {3}/);
      }
    },
  );

  it('never ends in the middle of a character', () => {
    for (const length of [130, 131, 132, 133, 134, 288, 289, 290, 291, 292]) {
      const typed = `${'a'.repeat(length)}${'👩‍👩‍👧‍👦'.repeat(20)}`;
      const { blocks } = write('slack', accepted({ first_name: typed, reason: typed }));
      for (const { text } of blocks) {
        expect(text.text).toContain('…');
        expect(text.text).not.toMatch(/\p{Cs}|\u200d…/u);
      }
    }
  });

  it('stays within the lengths that Slack takes', () => {
    const long = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field_${index}`, '<'.repeat(2000)]));
    const { blocks } = write('slack', accepted({ ...long, first_name: 'A'.repeat(2000) }));
    expect(blocks[0].text.text.length).toBeLessThanOrEqual(150);
    expect(blocks[1].text.text.length).toBeLessThanOrEqual(3000);
  });
});

describe('the time of a planned call', () => {
  it.each([
    ['Europe/Berlin', '2026-11-29T22:30:00.000Z', '2026-11-29 23:30 (Europe/Berlin)'],
    ['America/New_York', '2026-11-30T02:15:00.000Z', '2026-11-29 21:15 (America/New_York)'],
    ['Asia/Kolkata', '2026-12-31T18:30:00.000Z', '2027-01-01 00:00 (Asia/Kolkata)'],
    ['Pacific/Kiritimati', '2026-11-29T22:30:00.000Z', '2026-11-30 12:30 (Pacific/Kiritimati)'],
    [undefined, '2026-11-29T22:30:00.000Z', '2026-11-29 22:30 UTC'],
  ])('is that of the form, in %s', (timeZone, at, text) => {
    const event = webhookEvent.parse({ ...ended, type: 'call.planned', data: { ...ended.data, state: 'planned', at } });
    for (const format of ['slack', 'teams'] as const) {
      expect(JSON.stringify(write(format, event, timeZone))).toContain(text);
    }
  });
});

describe('a message for Teams', () => {
  it('is an Adaptive Card whose texts know no Markdown', () => {
    const { type, attachments } = write('teams', accepted({ reason: hostile[4] }));
    expect(type).toBe('message');
    const [{ contentType, content }] = attachments;
    expect(contentType).toBe('application/vnd.microsoft.card.adaptive');
    expect(content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
    const blocks: { type: string; inlines: { type: string; text: string }[] }[] = content.body;
    expect(new Set(blocks.map((block) => block.type))).toEqual(new Set(['RichTextBlock']));
    const lines = blocks.map(({ inlines }) => inlines.map(({ text }) => text).join(''));
    expect(lines).toContain('New lead: Ada Lovelace');
    expect(lines).toContain(`Reason: ${hostile[4]}`);
  });

  it('has one line per value', () => {
    const { attachments } = write(
      'teams',
      accepted({ reason: 'Hello\n\nPhone: +14155550199', first_name: 'Ada\u2028' }),
    );
    const blocks: { inlines: { text: string }[] }[] = attachments[0].content.body;
    const lines = blocks.map(({ inlines }) => inlines.map(({ text }) => text).join(''));
    expect(lines).toContain('Reason: Hello ⏎ Phone: +14155550199');
    expect(lines.join('')).not.toMatch(/[\n\r\u2028]/);
  });

  it('says how a call ended, also when the data of its lead is deleted', () => {
    const lines = JSON.stringify(write('teams', ended));
    for (const text of ['Call: completed', 'deleted', '2026-11-23 15:00 UTC', 'other']) expect(lines).toContain(text);
  });
});
