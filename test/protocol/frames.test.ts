import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clientFrame,
  containsPage,
  containsText,
  encodeClientMessage,
  maxFrameLength,
  parseServerFrame,
} from '../../src/protocol/service/frames.ts';
import { randomInputs } from '../support/figures.ts';

const message = { type: 'message', id: 'msg-1', content: 'Hello!' };

describe('reading a frame of the service', () => {
  it('returns a known frame with the fields it does not know', () => {
    const reading = parseServerFrame(JSON.stringify({ ...message, sent_at: '2026-11-21T09:30:00Z' }));
    expect(reading).toEqual({ ok: true, frame: { ...message, sent_at: '2026-11-21T09:30:00Z' } });
  });

  it.each([
    ['not-text', new Uint8Array([123, 125])],
    ['not-text', null],
    ['not-json', 'Hello!'],
    ['not-json', ''],
    ['not-json', '{"type":"message"'],
    ['unknown-type', '{"type":"typing","id":"1"}'],
    ['malformed', '{"type":"message","id":"1"}'],
    ['malformed', '{"id":"1","content":"Hello!"}'],
    ['malformed', '{"type":7}'],
    ['malformed', 'null'],
    ['malformed', '[]'],
    ['malformed', '"message"'],
  ])('names what is wrong: %s for %j', (problem, data) => {
    expect(parseServerFrame(data)).toEqual({ ok: false, problem });
  });

  it('drops a frame over the size limit before parsing it, and accepts one at the limit', () => {
    const envelope = JSON.stringify({ ...message, content: '' }).length;
    const largest = JSON.stringify({ ...message, content: 'x'.repeat(maxFrameLength - envelope) });
    expect(parseServerFrame(largest).ok).toBe(true);
    expect(parseServerFrame(`${largest} `)).toEqual({ ok: false, problem: 'too-large' });
  });

  it('never throws, whatever arrives', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.anything()), (data) => {
        expect(typeof parseServerFrame(data).ok).toBe('boolean');
      }),
      randomInputs(2000),
    );
  });
});

describe('the frame of a visitor', () => {
  it('carries any text as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(clientFrame.parse(JSON.parse(encodeClientMessage(text)))).toEqual({ type: 'message', content: text });
      }),
      randomInputs(500),
    );
  });

  it('carries any text wherever the template has {text}, at any depth', () => {
    const template = { event: 'say', data: [{ body: '<p>{text}</p>', copy: '{text}{text}' }], '{text}': 1, none: null };
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"}', '$&', '{text}', '\\')), (text) => {
        expect(JSON.parse(encodeClientMessage(text, template))).toEqual({
          event: 'say',
          data: [{ body: `<p>${text}</p>`, copy: text + text }],
          '{text}': 1,
          none: null,
        });
      }),
      randomInputs(500),
    );
  });

  it('names the page where the template has a place for it, and fills in nothing that text or page contain', () => {
    const template = { say: '{text}', context: { on: '{page}', headline: '“{pageTitle}” {unknown}' } };
    const page = { url: 'https://shop.example/{text}', title: 'Prices {page} $&' };
    expect(JSON.parse(encodeClientMessage('What is {pageTitle}?', template, page))).toEqual({
      say: 'What is {pageTitle}?',
      context: { on: 'https://shop.example/{text}', headline: '“Prices {page} $&” {unknown}' },
    });
    expect(JSON.parse(encodeClientMessage('a', template))).toEqual({
      say: 'a',
      context: { on: '', headline: '“” {unknown}' },
    });
    expect([template, { a: '{pageTitle}' }, { a: '{text}' }].map(containsPage)).toEqual([true, true, false]);
  });

  it('needs a template with {text} in a value', () => {
    expect(containsText({ a: { b: ['x {text}'] } })).toBe(true);
    expect([{}, { '{text}': 1 }, { a: 'text' }].map(containsText)).toEqual([false, false, false]);
  });
});
