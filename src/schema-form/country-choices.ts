import { phoneCountries } from '../countries/index.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** `US` as "United States". */
export function countryName(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (names.of(code.toUpperCase()) ?? code) : code;
}

let choices: readonly (readonly [code: string, name: string])[] | undefined;

/** All countries with phone numbers, by name. */
export function countryChoices(): readonly (readonly [code: string, name: string])[] {
  choices ??= phoneCountries()
    .map(({ country }) => [country, countryName(country)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'));
  return choices;
}
