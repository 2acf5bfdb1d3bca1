import { describe, expect, it } from 'vitest';
import { guessCountry } from '../../../src/widget/ui/form/guess-country.ts';

describe('the initial country of a form', () => {
  it("is the language's if the time zone matches, otherwise one of the time zone, otherwise the language's", () => {
    expect(guessCountry(['US', 'DE', 'GB'], 'Europe/Berlin', 'de')).toBe('DE');
    expect(guessCountry(['US', 'DE', 'GB'], 'Europe/Berlin', 'en-US')).toBe('DE');
    expect(guessCountry(['US', 'GB'], 'Nowhere/Else', 'en-GB')).toBe('GB');
    expect(guessCountry([], 'Nowhere/Else', 'en-GB')).toBeUndefined();
  });

  // Cause: Intl throws for it, so there was no form.
  it.each(['', 'C', 'de_DE', 'en-US@posix', 'x'])(
    'is found with a browser that says "%s" is its language',
    (language) => {
      expect(guessCountry(['US', 'DE', 'GB'], 'Europe/Berlin', language)).toBe('DE');
    },
  );
});
