import { describe, expect, it } from 'vitest';
import { readWrittenPhone } from '../../src/proxy/written-phone.ts';

describe('a phone that an operator writes', () => {
  it.each([
    ['+1 (415) 555-2671', ['DE'], { ok: true, phone: '14155552671' }],
    ['0049 30 901820', ['US'], { ok: true, phone: '4930901820' }],
    // Digits alone got a + before the 00, so this was no number, while the same one with a space was read.
    ['004930901820', ['US'], { ok: true, phone: '4930901820' }],
    ['0014155552671', ['US'], { ok: true, phone: '14155552671' }],
    ['14155552671', ['US'], { ok: true, phone: '14155552671', reading: '+1 415 555 2671 (US)' }],
    // Digits alone were always read with a country code, and then nobody was found: "Erased 0 leads".
    ['415552671', ['CH'], { ok: true, phone: '41415552671', reading: '+41 41 555 26 71 (CH)' }],
    ['(415) 555-2671', ['US'], { ok: true, phone: '14155552671', reading: '+1 415 555 2671 (US)' }],
    ['Mobil: +44 7400 123456', ['US'], { ok: true, phone: '447400123456' }],
    ['tel:0033612345678', ['DE'], { ok: true, phone: '33612345678' }],
    ['Tel. 030 901820', ['DE'], { ok: true, phone: '4930901820', reading: '+49 30 901820 (DE)' }],
    ['030 901820', ['DE', 'US'], { ok: true, phone: '4930901820', reading: '+49 30 901820 (DE)' }],
  ])('%s is read with the countries %s', (text, countries, read) => {
    expect(readWrittenPhone(text, countries)).toEqual(read);
  });

  it.each([
    ['030 901820', ['US']],
    ['12', ['US']],
    ['', ['US']],
    ['canary', ['US']],
  ])('%s cannot be read with %s', (text, countries) => {
    expect(readWrittenPhone(text, countries)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('+14155552671'),
    });
  });

  it('may be one that is not known to be in use, because visitors can confirm one', () => {
    for (const text of ['+1 421 555 2671', '14215552671', '(421) 555-2671']) {
      expect(readWrittenPhone(text, ['US'])).toMatchObject({ ok: true, phone: '14215552671' });
    }
  });

  it('must have a + when it can be read in several ways', () => {
    expect(readWrittenPhone('6505550123', ['US', 'DE'])).toEqual({
      ok: false,
      problem: 'can be read as +1 650 555 0123 or +49 6505 550123; write it with + and its country code',
    });
  });
});
