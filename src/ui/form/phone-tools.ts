import type { LeadForm } from '../../chat/index.ts';
import type { Words } from '../../options/index.ts';

type PhoneModule = typeof import('../../phone/index.ts');

/** What the form needs to know of phone numbers, loaded apart from it: the metadata of all countries is heavy. */
export interface PhoneTools extends Pick<PhoneModule, 'readPhone' | 'formatAsTyped' | 'examplePhone'> {
  /** `49` for `DE`. */
  callingCode(country: string): string;
  /** `Germany +49`, in the order of the visitor's language. */
  countries(words: Words): readonly { code: string; text: string }[];
}

export async function loadPhoneTools(): Promise<PhoneTools> {
  const phone = await import('../../phone/index.ts');
  const known = new Map(phone.phoneCountries().map(({ country, callingCode }) => [country, callingCode]));
  const named = new WeakMap<Words, readonly { code: string; text: string }[]>();
  return {
    ...phone,
    callingCode: (country) => known.get(country) ?? '',
    countries(words) {
      const list = named.get(words) ?? nameCountries(known, words.locale);
      named.set(words, list);
      return list;
    },
  };
}

function nameCountries(known: ReadonlyMap<string, string>, locale: string): { code: string; text: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return [...known]
    .map(([code, callingCode]) => ({ code, text: `${names.of(code) ?? code} +${callingCode}` }))
    .sort((one, other) => one.text.localeCompare(other.text, locale));
}

/** Gives a form the reading of phones, and a country to begin with when the configuration names none. */
export function equip(form: LeadForm, phone: PhoneTools, words: Words): void {
  form.setPhoneReader(phone.readPhone);
  if (form.country.peek() === undefined) form.setCountry(guessCountry(phone.countries(words).map(({ code }) => code)));
}

/** The time zone tells more than the language: `en-US` is read everywhere. No address is looked up anywhere. */
export function guessCountry(
  known: readonly string[],
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
  language = navigator.language,
): string | undefined {
  const own = new Intl.Locale(language).maximize().region;
  const isInZone = (country: string) => timeZonesOf(country).includes(timeZone);
  if (own !== undefined && isInZone(own)) return own;
  return known.find(isInZone) ?? known.find((country) => country === own);
}

/** Not every browser tells them, and some as a property. */
function timeZonesOf(country: string): readonly unknown[] {
  const locale = new Intl.Locale(`und-${country}`);
  const zones =
    'getTimeZones' in locale && typeof locale.getTimeZones === 'function'
      ? locale.getTimeZones()
      : 'timeZones' in locale && locale.timeZones;
  return Array.isArray(zones) ? zones : [];
}
