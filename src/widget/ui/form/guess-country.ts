import { phoneCountries } from '../../../countries/index.ts';
import { chooseLocale } from '../../../i18n/index.ts';

/**
 * Guesses the visitor's country from the time zone, which says more than the language: `en-US` is used everywhere. It makes no
 * request. A browser takes a millisecond to say the time zones of a country: those of the visitor's languages are asked first.
 */
export function guessCountry(
  countries: readonly string[] = phoneCountries().map(({ country }) => country),
  timeZone = currentTimeZone(),
  languages: readonly string[] = navigator.languages,
): string | undefined {
  const ofLanguages = languages.flatMap((language) => new Intl.Locale(chooseLocale(language)).maximize().region ?? []);
  // `UTC`, and others without a place, are in no country.
  const isInZone = (country: string) => timeZone.includes('/') && timeZonesOf(country).includes(timeZone);
  return (
    ofLanguages.find(isInZone) ?? countries.find(isInZone) ?? countries.find((country) => country === ofLanguages[0])
  );
}

/** Uses Temporal if available, because a page's first Intl formatter takes a slow phone 60 ms. */
function currentTimeZone(): string {
  return Object(globalThis).Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Browsers offer the time zones as a method, as a property, or not at all. */
function timeZonesOf(country: string): readonly unknown[] {
  const locale = new Intl.Locale(`und-${country}`);
  const zones =
    'getTimeZones' in locale && typeof locale.getTimeZones === 'function'
      ? locale.getTimeZones()
      : 'timeZones' in locale && locale.timeZones;
  return Array.isArray(zones) ? zones : [];
}
