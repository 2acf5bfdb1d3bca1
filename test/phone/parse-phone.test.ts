import fc from 'fast-check';
import { getCountries, getExampleNumber, isValidPhoneNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { examplePhone, phoneCountries } from '../../src/countries/index.ts';
import { parsePhone } from '../../src/phone/index.ts';
import { digitsOf, phoneDigits } from '../../src/protocol/phone.ts';
import { randomInputs } from '../support/figures.ts';

describe('a phone number as people type it', () => {
  it.each([
    ['(415) 555-2671', 'US', '14155552671'],
    ['415.555.2671', 'US', '14155552671'],
    ['1 415 555 2671', 'US', '14155552671'],
    ['+1 (415) 555-2671', undefined, '14155552671'],
    ['+44 20 7946 0958', undefined, '442079460958'],
    ['+44 (0)20 7946 0958', undefined, '442079460958'],
    ['+57 (0)321 123 4567', 'CO', '573211234567'],
    ['0057(0) 321 123 4567', 'US', '573211234567'],
    ['57 (0)321 123 4567', 'CO', '573211234567'],
    ['+45 (0) 34 41 23 45', 'DE', '4534412345'],
    ['+420 [0]601 123 456', undefined, '420601123456'],
    ['+1 （0）415 555 2671', undefined, '14155552671'],
    ['+351-(0)-912-345-678', 'PT', '351912345678'],
    // There it is a part of the number.
    ['+39 (0)6 1234 5678', 'DE', '390612345678'],
    ['+225 (0)1 23 45 67 89', 'CI', '2250123456789'],
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
    ['+४४ २० ७९४६ ०९५८', undefined, '442079460958'],
    ['০২০ ৭৯৪৬ ০৯৫৮', 'GB', '442079460958'],
    ['๐๒๐ ๗๙๔๖ ๐๙๕๘', 'GB', '442079460958'],
    ['໐໒໐ ໗໙໔໖ ໐໙໕໘', 'GB', '442079460958'],
    ['+1\u2060415\u00ad555\u200b2671', undefined, '14155552671'],
    ['(+1) 415 555 2671', 'DE', '14155552671'],
    ['+00 44 20 7946 0958', 'US', '442079460958'],
    ['011 44 20 7946 0958', 'US', '442079460958'],
    ['0011 44 20 7946 0958', 'AU', '442079460958'],
    ['(415) 555-2671 extension 12', 'US', '14155552671'],
    ['(415) 555-2671 x', 'US', '14155552671'],
    ['415-555-2671;ext=12', 'US', '14155552671'],
    ['tel:+1-415-555-2671;ext=12', 'DE', '14155552671'],
    ['415 555 2671,,12#', 'US', '14155552671'],
    ['030 901820 Durchwahl 12', 'DE', '4930901820'],
    ['+7 916 123-45-67 доб. 12', 'US', '79161234567'],
    ['1-800-FLOWERS', 'US', '18003569377'],
    ['1 (800) GO-FEDEX', 'US', '18004633339'],
    ['+1 800 flowers x12', 'DE', '18003569377'],
    ['0800 REVERSE', 'GB', '448007383773'],
  ])('%s (%s) is read as %s', (typed, country, digits) => {
    expect(parsePhone(typed, country)).toMatchObject({ ok: true, digits });
  });

  it.each([
    // was stored as 494915112345678
    ['4915112345678', 'DE', '4915112345678'],
    ['49 (0) 151 12345678', 'DE', '4915112345678'],
    ['436641234567', 'AT', '436641234567'],
    ['6281234567890', 'ID', '6281234567890'],
    ['919876543210', 'IN', '919876543210'],
    ['393401234567', 'IT', '393401234567'],
    ['5511961234567', 'BR', '5511961234567'],
    ['79161234567', 'RU', '79161234567'],
    ['8613812345678', 'CN', '8613812345678'],
    // A number of the country that begins with the digits of its code.
    ['3931234567', 'IT', '393931234567'],
    ['9198765432', 'IN', '919198765432'],
    ['0491 123456', 'DE', '49491123456'],
    ['47123456', 'NO', '4747123456'],
  ])('%s (%s), which begins with the code of its country, is read as %s', (typed, country, digits) => {
    expect(parsePhone(typed, country, (number) => isValidPhoneNumber(number))).toMatchObject({ ok: true, digits });
  });

  it('is asked for again if it begins with the code of its country, and may have it or lack it', () => {
    expect(parsePhone('49211234567', 'DE', (number) => isValidPhoneNumber(number))).toMatchObject({
      ok: false,
      problem: { code: 'ambiguous', readings: ['+49 211 234567', '+49 4921 1234567'] },
    });
  });

  it.each([
    ['+52 1 55 1234 5678', undefined, '525512345678'],
    ['52 1 55 1234 5678', 'MX', '525512345678'],
    ['1 55 1234 5678', 'MX', '525512345678'],
    ['044 55 1234 5678', 'MX', '525512345678'],
    ['045 81 1234 5678', 'MX', '528112345678'],
    ['01 55 1234 5678', 'MX', '525512345678'],
    ['0052 1 55 1234 5678', 'US', '525512345678'],
    ['55 1234 5678', 'MX', '525512345678'],
    ['+229 97 12 34 56', undefined, '2290197123456'],
    ['97 12 34 56', 'BJ', '2290197123456'],
    ['+54 11 15 2345 6789', undefined, '5491123456789'],
  ])('%s (%s), which is written as it was some years ago, is read as %s', (typed, country, digits) => {
    expect(parsePhone(typed, country)).toMatchObject({ ok: true, digits });
  });

  it('that is not known to be in use says which digits it has', () => {
    expect(parsePhone('(421) 555-2671', 'US')).toMatchObject({
      ok: false,
      problem: { code: 'not-in-use' },
      digits: '14215552671',
    });
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

  // Colombia dials 005 and Japan 010 to call abroad, so the library took 00573… for a Russian number, and 0081… for none.
  it('that begins with 00 is that number in its own country, wherever it is one with a plus', () => {
    const read = getCountries().flatMap((country) => {
      const digits = digitsOf(getExampleNumber(country, examples)?.number ?? '');
      const withPlus = parsePhone(`+${digits}`, country);
      if (!withPlus.ok) return [];
      const result = parsePhone(`00${digits}`, country);
      return [{ country, digits: result.ok && result.digits, withPlus: withPlus.digits }];
    });
    expect(read.length).toBeGreaterThan(200);
    expect(read.filter(({ digits, withPlus }) => digits !== withPlus)).toEqual([]);
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
    // six digits with the calling code: it rings only inside its country; found by the property below
    ['1000', 'DE', { code: 'not-a-number' }],
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
      randomInputs(2000),
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
});
