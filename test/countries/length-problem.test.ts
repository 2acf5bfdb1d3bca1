import fc from 'fast-check';
import { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { examplePhone, findLengthProblem, phoneCountries } from '../../src/countries/index.ts';
import { parsePhone } from '../../src/proxy/written-phone.ts';
import { randomInputs } from '../support/figures.ts';

describe('the length of a phone', () => {
  it.each([
    ['(415) 555-26', 'US', { code: 'too-short', missing: 2 }],
    ['(415) 555-267', 'US', { code: 'too-short', missing: 1 }],
    ['4', 'US', { code: 'too-short', missing: 9 }],
    ['1 415 555', 'US', { code: 'too-short', missing: 4 }],
    ['+1 415 555', 'DE', { code: 'too-short', missing: 4 }],
    ['011 1 415 555', 'US', { code: 'too-short', missing: 4 }],
    ['٤١٥ ٥٥٥', 'US', { code: 'too-short', missing: 4 }],
    ['06 12 34 56', 'FR', { code: 'too-short', missing: 2 }],
    ['415 555 2671 99', 'US', { code: 'too-long', extra: 2 }],
    ['+1 415 555 2671 999', undefined, { code: 'too-long', extra: 3 }],
    ['4', undefined, { code: 'too-short', missing: 6 }],
    ['call me', 'US', { code: 'not-a-number' }],
    ['---', 'US', { code: 'not-a-number' }],
  ])('of %s in %s is said to the digit', (typed, country, problem) => {
    expect(findLengthProblem(typed, country)).toEqual(problem);
  });

  it('of an extension does not count', () => {
    expect(findLengthProblem('(415) 555-26 x12', 'US')).toEqual({ code: 'too-short', missing: 2 });
    expect(findLengthProblem('(415) 555-2671 x12345', 'US')).toBeUndefined();
    // Cause: one comma may stand before an extension, or within a number.
    for (const typed of ['(415) 555-2671,12', '+1 415 555 2671, 1234', '+49 30 901820,123'])
      expect(findLengthProblem(typed, 'US')).toBeUndefined();
  });

  it('is no problem of a number of another country with the same calling code', () => {
    for (const [typed, country] of [
      ['50000', 'TA'],
      ['+290 8999', 'SH'],
      ['8999', 'SH'],
    ] as const) {
      expect(findLengthProblem(typed, country)).toBeUndefined();
    }
  });

  it('is no problem of zeros without a calling code behind them', () => {
    for (const country of ['BJ', 'DE', undefined]) expect(findLengthProblem('00000000', country)).toBeUndefined();
  });

  // What the proxy accepts, with or without confirmation, must reach it.
  it('is no problem of a number that the proxy accepts, however it is written', () => {
    const country = fc.constantFrom(...phoneCountries().map((known) => known.country));
    const digits = fc.stringMatching(/^\d{4,15}$/);
    const prefix = fc.constantFrom('', '+', '00', '011', '0', '1', '8', '06', '+0', '044', '(+');
    const suffix = fc.constantFrom('', ' x12', ';ext=7', ' ext', ',,3#', ',12');
    const isFine = (typed: string, from: string) => {
      const result = parsePhone(typed, from);
      if (result.digits === undefined) return;
      expect([typed, from, findLengthProblem(typed, from)]).toEqual([typed, from, undefined]);
    };
    fc.assert(
      fc.property(country, digits, prefix, suffix, (from, number, before, after) => {
        isFine(`${before}${number}${after}`, from);
        const example = isSupportedCountry(from) ? getExampleNumber(from, examples) : undefined;
        if (example === undefined) return;
        for (const text of [
          example.number,
          example.nationalNumber,
          examplePhone(from) ?? '',
          example.formatInternational(),
        ])
          for (const written of [text, `${before}${text}${after}`, text.slice(1), `${text}${number.slice(-2)}`])
            isFine(written, from);
      }),
      randomInputs(3000),
    );
  });
});
