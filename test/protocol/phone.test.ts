import { describe, expect, it } from 'vitest';
import { digitsOf, phoneDigits, withCountryCode } from '../../src/protocol/phone.ts';

describe('the digits of a number that was written for people', () => {
  it.each([
    ['+44 20 7946 0958', '442079460958'],
    ['(415) 555-2671', '4155552671'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['०१२३४५६७८९', '0123456789'],
    ['০১২৩৪৫৬৭৮৯', '0123456789'],
    ['๐๑๒๓๔๕๖๗๘๙', '0123456789'],
    ['４１５', '415'],
    ['call me', ''],
    ['', ''],
  ])('%s are %s', (written, digits) => {
    expect(digitsOf(written)).toBe(digits);
  });
});

describe('a number without country code (Lead; Create Lead)', () => {
  it('gets a 1 when it is as long as a national number', () => {
    expect(withCountryCode('4155552671')).toBe('14155552671');
    expect(withCountryCode('14155552671')).toBe('14155552671');
    expect(withCountryCode('442079460958')).toBe('442079460958');
    expect(withCountryCode('20794609', 8)).toBe('120794609');
  });

  it('is E.164 digits then', () => {
    expect(phoneDigits.safeParse(withCountryCode('4155552671')).success).toBe(true);
  });
});
