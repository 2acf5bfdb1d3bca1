import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  examplePhone,
  followCallingCode,
  formatAsTyped,
  phoneCountries,
  replaceCallingCode,
} from '../../src/countries/index.ts';
import { digitsOf } from '../../src/protocol/phone.ts';
import { randomInputs } from '../support/figures.ts';

/** What the field shows while a text is typed at its end, key by key. */
function typeKeys(text: string, country: string): string {
  return [...text].reduce((shown, key) => formatAsTyped(shown + key, country), '');
}

describe('a phone number while it is typed', () => {
  it.each([
    ['4155552671', 'US', '(415) 555-2671'],
    ['14155552671', 'US', '1 (415) 555-2671'],
    ['+14155552671', 'DE', '+1 415 555 2671'],
    ['015123456789', 'DE', '01512 3456789'],
    ['15123456789', 'DE', '1512 3456789'],
    ['+4915123456789', 'US', '+49 1512 3456789'],
    ['07400123456', 'GB', '07400 123456'],
    ['0612345678', 'FR', '06 12 34 56 78'],
    ['89123456789', 'RU', '8 (912) 345-67-89'],
    ['+79123456789', 'RU', '+7 912 345 67 89'],
    ['41555526719', 'US', '(415) 555-26719'],
    ['01115234567', 'AR', '01115234567'],
  ])('%s in %s is grouped as %s', (typed, country, shown) => {
    expect(typeKeys(typed, country)).toBe(shown);
  });

  it.each([
    ['(415) 555-2671 ext. 12', 'US'],
    ['415.555.2671', 'US'],
    ['1-800-FLOWERS', 'US'],
    ['020 7946 0958', 'GB'],
    ['+44 (0)20 7946 0958', 'US'],
    ['0049 30 901820', 'US'],
    ['+0049 30 901820', 'US'],
    ['+0012015550123', 'US'],
    ['+999 1', 'US'],
    ['call me', 'US'],
    ['', 'US'],
  ])('%s in %s stays as its visitor writes it', (typed, country) => {
    expect(typeKeys(typed, country)).toBe(typed);
  });

  it('keeps the digits of its script', () => {
    expect(formatAsTyped('٤١٥٥٥٥٢٦٧١', 'US')).toBe('(٤١٥) ٥٥٥-٢٦٧١');
  });

  it('keeps all that was typed, in its order', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^\+?[0-9 ()x.-]{0,24}$/));
    const country = fc.constantFrom(...phoneCountries().map((known) => known.country));
    fc.assert(
      fc.property(text, country, (typed, from) => {
        const shown = formatAsTyped(typed, from);
        expect(digitsOf(shown)).toBe(digitsOf(typed));
        for (const character of typed) expect(shown).toContain(character);
        expect(formatAsTyped(shown, from)).toBe(shown);
      }),
      randomInputs(2000),
    );
  });
});

describe('the country of a number', () => {
  it('is that of its calling code', () => {
    expect(followCallingCode('+49 30 123', 'US')).toBe('DE');
    expect(followCallingCode('0049 30 123', undefined)).toBe('DE');
    expect(followCallingCode('0049 30 123', 'US')).toBe('DE');
    expect(followCallingCode('(+44) 20', 'US')).toBe('GB');
    expect(followCallingCode('Tel.: +44 20', 'US')).toBe('GB');
    expect(followCallingCode('tel:+49-30-123', 'US')).toBe('DE');
  });

  it('stays the chosen one without a calling code, or with one that it shares', () => {
    expect(followCallingCode('030 123', 'US')).toBe('US');
    expect(followCallingCode('011 4912', 'IN')).toBe('IN');
    expect(followCallingCode('011 49 30 123', 'US')).toBe('US');
    expect(followCallingCode('0011 49 30 123', 'AU')).toBe('AU');
    expect(followCallingCode('+', undefined)).toBeUndefined();
    expect(followCallingCode('+1 415 555 2671', 'CA')).toBe('CA');
  });
});

describe('the countries', () => {
  it('have their calling code and an example, formatted nationally', () => {
    expect(phoneCountries()).toContainEqual(expect.objectContaining({ country: 'GB', callingCode: '44' }));
    expect(phoneCountries().length).toBeGreaterThan(200);
    expect(examplePhone('US')).toBe('(201) 555-0123');
    expect(examplePhone('us')).toBe('(201) 555-0123');
    expect(examplePhone('XX')).toBeUndefined();
    expect(examplePhone(undefined)).toBeUndefined();
  });
});

describe('another country for a number with a calling code', () => {
  it('replaces the code, and keeps the other digits', () => {
    expect(digitsOf(replaceCallingCode('+49 30 123456', 'GB'))).toBe('4430123456');
    expect(digitsOf(replaceCallingCode('0049 30 123456', 'GB'))).toBe('4430123456');
    expect(replaceCallingCode('+49 30', 'GB')).toMatch(/^\+44 /);
    expect(replaceCallingCode('+', 'GB')).toBe('+44');
    expect(digitsOf(replaceCallingCode('Mobil: +49 1512 3456789', 'GB'))).toBe('4415123456789');
    expect(digitsOf(replaceCallingCode('tel:0049-30-123456', 'GB'))).toBe('4430123456');
  });

  it('does not change a number without a code', () => {
    expect(replaceCallingCode('030 123456', 'GB')).toBe('030 123456');
    expect(replaceCallingCode('', 'GB')).toBe('');
    expect(replaceCallingCode('Tel.: 030 123456', 'GB')).toBe('Tel.: 030 123456');
  });
});
