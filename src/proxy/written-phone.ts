import { isValidPhoneNumber } from 'libphonenumber-js/max';
import { type PhoneParseResult, parsePhone as parse } from '../phone/index.ts';
import { cleanPhone, digitsOf } from '../protocol/phone.ts';
import { isInternational } from '../protocol/written-number.ts';
import type { FormConfig } from './config/form-schema.ts';
import type { ProxyConfig } from './config/schema.ts';

export type WrittenPhone =
  /** `reading` says how a number without `+` was read: `+1 415 555 2671 (US)`. */
  { ok: true; phone: string; reading?: string } | { ok: false; problem: string };

/**
 * Reads a number as an operator writes it, to E.164 digits. Without `+` it may be the digits with country code, as
 * exports show them, or a number of one of `countries`. If these are different numbers, nobody can know which one is
 * meant: a wrong reading finds nobody, which looks like a success. A number that is not known to be in use counts if there
 * is no other reading, because visitors can confirm one.
 */
export function readWrittenPhone(text: string, countries: readonly string[]): WrittenPhone {
  const hasCode = isInternational(text);
  const results = [
    parsePhone(!hasCode && /^\d+$/.test(cleanPhone(text)) ? `+${digitsOf(text)}` : text),
    ...(hasCode ? [] : countries.map((country) => parsePhone(text, country))),
  ];
  const readings = results.filter((result) => result.ok);
  const alternatives = new Set([
    ...readings.map(({ international }) => international),
    ...results.flatMap(ambiguityOf),
  ]);
  if (alternatives.size > 1) {
    const all = [...alternatives].join(' or ');
    return { ok: false, problem: `can be read as ${all}; write it with + and its country code` };
  }
  const [reading] = readings;
  if (reading !== undefined) {
    const country = reading.country === undefined ? '' : ` (${reading.country})`;
    return { ok: true, phone: reading.digits, ...(!hasCode && { reading: `${reading.international}${country}` }) };
  }
  const [unlisted] = results.flatMap((result) => (result.ok || result.digits === undefined ? [] : [result.digits]));
  if (unlisted === undefined)
    return { ok: false, problem: 'must be a number with its country code, such as +14155552671' };
  return { ok: true, phone: unlisted, ...(!hasCode && { reading: `+${unlisted}` }) };
}

/** Parses a phone with the metadata of the whole library, which browsers do not load. */
export function parsePhone(typed: string, defaultCountry?: string): PhoneParseResult {
  return parse(typed, defaultCountry, (number) => isValidPhoneNumber(number));
}

function ambiguityOf(result: PhoneParseResult): string[] {
  return !result.ok && result.problem.code === 'ambiguous' ? result.problem.readings : [];
}

/** The countries of the configured forms: what a number without `+` means there. */
export function countriesOf(forms: Readonly<Record<string, Pick<FormConfig, 'defaultCountry'>>>): string[] {
  return [...new Set(Object.values(forms).map(({ defaultCountry }) => defaultCountry))];
}

/** The same for a command's option `--phone`. */
export function readPhoneOption(
  text: string,
  { forms }: Pick<ProxyConfig, 'forms'>,
): Extract<WrittenPhone, { ok: true }> | { ok: false; message: string } {
  const read = readWrittenPhone(text, countriesOf(forms));
  return read.ok ? read : { ok: false, message: `--phone ${read.problem}, got ${JSON.stringify(text)}.` };
}
