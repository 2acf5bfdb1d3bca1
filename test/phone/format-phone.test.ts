import { describe, expect, it } from 'vitest';
import { examplePhone, followCallingCode, formatAsTyped, replaceCallingCode } from '../../src/phone/index.ts';

describe('a phone number while it is typed', () => {
  it('is formatted for its country digit by digit', () => {
    const steps = ['4', '415', '4155', '4155552671'].map((typed) => formatAsTyped(typed, 'US').text);
    expect(steps.at(-1)).toBe('(415) 555-2671');
    expect(steps.map((text) => text.replace(/\D/g, ''))).toEqual(['4', '415', '4155', '4155552671']);
  });

  it('has the default country until the digits show its country', () => {
    expect(formatAsTyped('+49 30', 'US').country).toBe('DE');
    expect(formatAsTyped('+44 20 7946 0958', 'US').country).toBe('GB');
    expect(formatAsTyped('+', 'US').country).toBe('US');
    expect(formatAsTyped('+442079460958')).toEqual({ text: '+44 20 7946 0958', country: 'GB' });
  });

  it('also has the country of its calling code after 00, wherever the visitor is', () => {
    for (const country of ['US', 'DE', undefined]) expect(formatAsTyped('0049 30 123', country).country).toBe('DE');
    expect(formatAsTyped('00', 'US')).toEqual({ text: '00', country: 'US' });
  });

  it('stays as typed when it is not a number', () => {
    expect(formatAsTyped('call me', 'US').text).toBe('call me');
    expect(formatAsTyped('', 'US')).toEqual({ text: '', country: 'US' });
  });

  it('ignores an unknown country', () => {
    expect(formatAsTyped('4155552671', 'XX')).toEqual({ text: '4155552671', country: undefined });
  });
});

describe('the country of a number', () => {
  it('is that of its calling code', () => {
    expect(followCallingCode('+49 30 123', 'US')).toBe('DE');
    expect(followCallingCode('0049 30 123', undefined)).toBe('DE');
  });

  it('stays the chosen one without a calling code, or with one that it shares', () => {
    expect(followCallingCode('030 123', 'US')).toBe('US');
    expect(followCallingCode('+', undefined)).toBeUndefined();
    expect(followCallingCode('+1 415 555 2671', 'CA')).toBe('CA');
  });
});

describe('the example of a country', () => {
  it('is formatted nationally', () => {
    expect(examplePhone('US')).toBe('(201) 555-0123');
    expect(examplePhone('us')).toBe('(201) 555-0123');
    expect(examplePhone('XX')).toBeUndefined();
    expect(examplePhone(undefined)).toBeUndefined();
  });
});

describe('another country for a number with a calling code', () => {
  it('replaces the code, and keeps the other digits', () => {
    expect(replaceCallingCode('+49 30 123456', 'GB')).toBe('+44 301 234 56');
    expect(replaceCallingCode('0049 30 123456', 'GB')).toBe('+44 301 234 56');
    expect(replaceCallingCode('+', 'GB')).toBe('+44');
  });

  it('does not change a number without a code', () => {
    expect(replaceCallingCode('030 123456', 'GB')).toBe('030 123456');
    expect(replaceCallingCode('', 'GB')).toBe('');
  });
});
