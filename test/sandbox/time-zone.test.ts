import { getCountries, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { timeZoneOf } from '../../src/sandbox/time-zone/time-zone.ts';

describe('the time zone of a number', () => {
  it.each([
    ['14155552671', 'America/Los_Angeles'],
    ['12125550123', 'America/New_York'],
    ['13125550123', 'America/Chicago'],
    ['13035550123', 'America/Denver'],
    ['16025550123', 'America/Phoenix'],
    ['18085550123', 'Pacific/Honolulu'],
    ['14165550123', 'America/Toronto'],
    ['16045550123', 'America/Vancouver'],
    ['17095550123', 'America/St_Johns'],
    ['18765550123', 'America/Jamaica'],
    ['442079460958', 'Europe/London'],
    ['4930123456', 'Europe/Berlin'],
    ['61255501234', 'Australia/Sydney'],
    ['919876543210', 'Asia/Calcutta'],
    ['77011234567', 'Asia/Almaty'],
  ])('Lead: %s is in %s', (phone, zone) => {
    expect(timeZoneOf(phone)).toBe(zone);
  });

  it('Lead: is an IANA zone for every country, and UTC for a number without a country', () => {
    for (const country of getCountries()) {
      const phone = getExampleNumber(country, examples)?.number.slice(1) ?? '';
      expect(() => new Intl.DateTimeFormat('en', { timeZone: timeZoneOf(phone) })).not.toThrow();
    }
    expect(timeZoneOf('99999999999')).toBe('Etc/UTC');
  });
});
