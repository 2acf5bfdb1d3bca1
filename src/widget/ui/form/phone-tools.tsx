import { signal } from '@preact/signals-core';
import type { VNode } from 'preact';
import type { LeadForm } from '../../../core/index.ts';
import type { Translator } from '../../../i18n/index.ts';
import { examplePhone, formatAsTyped, type PhoneProblem, parsePhone, phoneCountries } from '../../../phone/index.ts';
import { Icon, icons } from '../Icon.tsx';
import { phoneProblemText } from './phone-problem-text.ts';

/** What the form knows of phone numbers. Loaded apart from it, with the metadata of all countries, which is heavy. */
export interface PhoneTools {
  readonly formatAsTyped: typeof formatAsTyped;
  readonly examplePhone: typeof examplePhone;
  /** Says what is wrong with a number that is dialled from this country. */
  problemTextIn(country: string | undefined, translator: Translator): (problem: PhoneProblem) => string;
  /** Where the number is dialled from, to be changed. */
  readonly Country: (props: { form: LeadForm; translator: Translator }) => VNode;
  /** Gives a form the reading of phones, and a country to begin with when the configuration names none. */
  equip(form: LeadForm): void;
}

export function createPhoneTools(): PhoneTools {
  const known = new Map(phoneCountries().map(({ country, callingCode }) => [country, callingCode]));
  const named = new Map<string, readonly { code: string; text: string }[]>();
  /** To name and sort all countries takes a slow phone 60 ms, and few visitors come from elsewhere. */
  const isWanted = signal(false);
  const want = () => {
    isWanted.value = true;
  };
  /** `Germany +49`, in the order of the visitor's language. */
  const countries = (locale: string) => {
    const list = named.get(locale) ?? nameCountries(known, locale);
    named.set(locale, list);
    return list;
  };
  return {
    formatAsTyped,
    examplePhone,
    problemTextIn: (country, translator) => (problem) => phoneProblemText(problem, translator, examplePhone(country)),
    equip(form) {
      form.setPhoneParser(parsePhone);
      if (form.country.peek() === undefined) form.setCountry(guessCountry([...known.keys()]));
    },
    Country({ form, translator }) {
      const country = form.country.value;
      const own = country === undefined ? [] : [{ code: country, text: `${country} +${known.get(country) ?? ''}` }];
      return (
        <span class="country">
          <span aria-hidden="true">{own[0]?.text ?? '+'}</span>
          <Icon path={icons.open} />
          <select
            aria-label={translator.t('country')}
            autocomplete="off"
            value={country ?? ''}
            onPointerEnter={want}
            onPointerDown={want}
            onFocus={want}
            onInput={(event) => form.setCountry(event.currentTarget.value || undefined)}
          >
            {country === undefined && <option value="" />}
            {(isWanted.value ? countries(translator.locale) : own).map(({ code, text }) => (
              <option key={code} value={code}>
                {text}
              </option>
            ))}
          </select>
        </span>
      );
    },
  };
}

function nameCountries(known: ReadonlyMap<string, string>, locale: string): { code: string; text: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return [...known]
    .map(([code, callingCode]) => ({ code, text: `${names.of(code) ?? code} +${callingCode}` }))
    .sort((one, other) => compare(one.text, other.text));
}

/** The time zone tells more than the language: `en-US` is read everywhere. No address is looked up anywhere. */
export function guessCountry(
  known: readonly string[],
  timeZone = ownTimeZone(),
  language = navigator.language,
): string | undefined {
  const own = new Intl.Locale(language).maximize().region;
  const isInZone = (country: string) => timeZonesOf(country).includes(timeZone);
  if (own !== undefined && isInZone(own)) return own;
  return known.find(isInZone) ?? known.find((country) => country === own);
}

/** A formatter tells it too, but the first one of a page takes a slow phone 60 ms. */
function ownTimeZone(): string {
  return Object(globalThis).Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
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

/** Where the number is dialled from, beside it. */
export const phoneStyles = `
.country { position: relative; display: flex; align-items: center; color: var(--muted); flex: none; gap: 4px; margin: 10px 0; padding: 0 8px 0 14px; border-right: 1px solid var(--line); }
.field .country select { position: absolute; inset: -10px 0; width: 100%; font-size: 16px; opacity: 0; cursor: pointer; }
.country:focus-within { color: var(--lc-accent); }
`;
