import { parsePhone } from '../phone/index.ts';
import type { FormConfig } from './config/form-schema.ts';
import type { ProxyConfig } from './config/schema.ts';

export type WrittenPhone =
  /** `reading` says how a number without `+` was read: `+1 415 555 2671 (US)`. */
  { ok: true; phone: string; reading?: string } | { ok: false; problem: string };

/**
 * Reads a number as an operator writes it, to E.164 digits. Without `+` it may be the digits with country code, as
 * exports show them, or a number of one of `countries`. If these are different numbers, nobody can know which one is
 * meant: a wrong reading finds nobody, which looks like a success.
 */
export function readWrittenPhone(text: string, countries: readonly string[]): WrittenPhone {
  const isInternational = /^\s*(?:\+|00)/.test(text);
  const readings = [
    parsePhone(!isInternational && /^\s*\d+\s*$/.test(text) ? `+${text.trim()}` : text),
    ...(isInternational ? [] : countries.map((country) => parsePhone(text, country))),
  ].filter((reading) => reading.ok);
  const [first] = readings;
  if (first === undefined)
    return { ok: false, problem: 'must be a number with its country code, such as +14155552671' };
  const others = readings.filter(({ digits }) => digits !== first.digits);
  if (others.length > 0) {
    const all = [...new Set([first, ...others].map(({ international }) => international))];
    return { ok: false, problem: `can be read as ${all.join(' or ')}; write it with + and its country code` };
  }
  const country = first.country === undefined ? '' : ` (${first.country})`;
  return {
    ok: true,
    phone: first.digits,
    ...(!isInternational && { reading: `${first.international}${country}` }),
  };
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
