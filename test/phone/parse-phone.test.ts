import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examplePhone, parsePhone, phoneCountries } from '../../src/phone/index.ts';
import { phoneDigits } from '../../src/protocol/index.ts';

describe('a phone number as people type it', () => {
  it.each([
    ['(415) 555-2671', 'US', '14155552671'],
    ['415.555.2671', 'US', '14155552671'],
    ['1 415 555 2671', 'US', '14155552671'],
    ['+1 (415) 555-2671', undefined, '14155552671'],
    ['+44 20 7946 0958', undefined, '442079460958'],
    ['+44 (0)20 7946 0958', undefined, '442079460958'],
    ['0044 20 7946 0958', undefined, '442079460958'],
    ['00442079460958', 'US', '442079460958'],
    ['020 7946 0958', 'GB', '442079460958'],
    ['020 7946 0958', 'gb', '442079460958'],
    ['030 901820', 'DE', '4930901820'],
    ['tel:+14155552671', undefined, '14155552671'],
    [' +1\u00a0415\u2011555\u20112671 ', undefined, '14155552671'],
    ['\u202a+1 415 555 2671\u202c', undefined, '14155552671'],
    ['＋１ ４１５ ５５５ ２６７１', undefined, '14155552671'],
    ['+٤٤ ٢٠ ٧٩٤٦ ٠٩٥٨', undefined, '442079460958'],
    ['+۱ ۴۱۵ ۵۵۵ ۲۶۷۱', undefined, '14155552671'],
  ])('%s (%s) is read as %s', (typed, country, digits) => {
    expect(parsePhone(typed, country)).toMatchObject({ ok: true, digits });
  });

  it('has its country, its national and its international format', () => {
    expect(parsePhone('+442079460958', 'US')).toMatchObject({
      ok: true,
      country: 'GB',
      international: '+44 20 7946 0958',
      national: '020 7946 0958',
    });
  });

  it('drops an extension, because the service does not accept one', () => {
    expect(parsePhone('(415) 555-2671 ext. 12', 'US')).toMatchObject({ ok: true, digits: '14155552671' });
  });
});

describe('an invalid phone number', () => {
  it.each([
    ['', 'US', { code: 'empty' }],
    ['   ', 'US', { code: 'empty' }],
    ['call me', 'US', { code: 'not-a-number' }],
    ['Ada 415 555 2671', 'US', { code: 'not-a-number' }],
    ['---', 'US', { code: 'not-a-number' }],
    ['415 555 26', 'US', { code: 'too-short', missing: 2 }],
    ['415 555 267', 'US', { code: 'too-short', missing: 1 }],
    ['+1 415 555', undefined, { code: 'too-short', missing: 4 }],
    ['4', 'US', { code: 'too-short', missing: 9 }],
    ['4', undefined, { code: 'too-short', missing: 6 }],
    ['415 555 2671 99', 'US', { code: 'too-long', extra: 2 }],
    ['+1 415 555 2671 999', undefined, { code: 'too-long', extra: 3 }],
    ['+999 123 456 789', undefined, { code: 'unknown-country' }],
    ['4155552671', undefined, { code: 'unknown-country' }],
    ['4155552671', 'XX', { code: 'unknown-country' }],
    // six digits with the calling code; found by the property below
    ['1000', 'DE', { code: 'not-in-use' }],
    ['(111) 111-1111', 'US', { code: 'not-in-use' }],
  ])('%j (%s) is refused with the reason', (typed, country, problem) => {
    expect(parsePhone(typed, country)).toMatchObject({ ok: false, problem });
  });
});

describe('parsing phones', () => {
  it('yields E.164 digits or a reason, whatever is typed', () => {
    const typed = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^\+?[0-9 ()-]{0,24}$/));
    const country = fc.option(fc.constantFrom('US', 'GB', 'DE', 'IN', 'BR', 'XX'), { nil: undefined });
    fc.assert(
      fc.property(typed, country, (text, from) => {
        const reading = parsePhone(text, from);
        if (reading.ok) expect(phoneDigits.safeParse(reading.digits).success).toBe(true);
        else if (reading.problem.code === 'too-short') expect(reading.problem.missing).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });

  it('accepts the example of every country, in its national and international format', () => {
    for (const { country } of phoneCountries()) {
      const example = examplePhone(country);
      if (example === undefined) continue;
      const reading = parsePhone(example, country);
      expect({ country, ok: reading.ok }).toEqual({ country, ok: true });
      if (reading.ok) expect(parsePhone(reading.international)).toMatchObject({ digits: reading.digits });
    }
  });

  it('knows every country with its calling code', () => {
    expect(phoneCountries()).toContainEqual({ country: 'GB', callingCode: '44' });
    expect(phoneCountries().length).toBeGreaterThan(200);
  });
});
