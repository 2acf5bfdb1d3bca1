import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { guessCountry } from '../../../src/widget/ui/form/guess-country.ts';

describe('the initial country of a form', () => {
  it("is the language's if the time zone matches, otherwise one of the time zone, otherwise the language's", () => {
    expect(guessCountry(['US', 'DE', 'GB'], 'Europe/Berlin', ['de'])).toBe('DE');
    expect(guessCountry(['US', 'DE', 'GB'], 'Europe/Berlin', ['en-US'])).toBe('DE');
    expect(guessCountry(['US', 'GB'], 'Nowhere/Else', ['en-GB'])).toBe('GB');
    expect(guessCountry([], 'Nowhere/Else', ['en-GB'])).toBeUndefined();
  });

  // Cause: Intl throws for it, so there was no form.
  it.each(['', 'C', 'de_DE', 'en-US@posix', 'x'])(
    'is found with a browser that says "%s" is its language',
    (language) => {
      expect(guessCountry(['US', 'DE', 'GB'], 'Europe/Berlin', [language])).toBe('DE');
    },
  );

  // Cause: the browser was asked for the time zones of each country in turn, which takes 0.15 s on a desktop.
  it.each([
    ['UTC', ['en-US', 'en'], 'US', 0],
    ['Europe/Berlin', ['en-US', 'en', 'de-DE'], 'DE', 3],
    ['Europe/Vienna', ['de-AT'], 'AT', 1],
  ])('asks for the time zones of few countries: %s with %j', (timeZone, languages, country, mostAsked) => {
    const timeZones = vi.spyOn(Intl.Locale.prototype, 'getTimeZones');
    onTestFinished(() => timeZones.mockRestore());
    expect(guessCountry(undefined, timeZone, languages)).toBe(country);
    expect(timeZones.mock.calls.length).toBeLessThanOrEqual(mostAsked);
  });
});
