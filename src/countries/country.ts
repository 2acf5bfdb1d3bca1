import { digitsOf } from '../protocol/phone.ts';
import { isInternational, readWritten } from '../protocol/written-number.ts';
import { countryTable } from './table.ts';

/** What a form needs of a country while somebody types a number. */
export type Country = {
  /** ISO 3166-1 alpha-2. */
  country: string;
  callingCode: string;
  /** Digits of the shortest number, as people dial it without trunk prefix. */
  min: number;
  /** Digits of the longest number. Undefined: only the proxy knows. */
  max: number | undefined;
  /** Dialled before a number inside the country: 0 in most. */
  trunk: string;
  /** Dialled before a calling code. Undefined: not the usual one. */
  abroad: string | undefined;
  /** `(201) 555-0123` */
  example: string;
  /** Whether other numbers are grouped like the example. */
  isPattern: boolean;
};

let known: Map<string, Country> | undefined;

/** All countries by ISO code. Of those that share a calling code, the one with most numbers comes first. */
function countries(): Map<string, Country> {
  known ??= new Map(countryTable.trim().split('\n').flatMap(readLine));
  return known;
}

function readLine(line: string): [string, Country][] {
  const [callingCode = '', list = ''] = line.split(':');
  return list.split(';').map((entry) => {
    const [country = '', min = '', max = '', trunk = '', abroad = '', example = '', grouping] = entry.split(',');
    const lengths = { min: Number(min), max: Number(max) || undefined };
    return [
      country,
      { country, callingCode, ...lengths, trunk, abroad: abroad || undefined, example, isPattern: !grouping },
    ];
  });
}

export function findCountry(country: string | undefined): Country | undefined {
  return countries().get(country?.toUpperCase() ?? '');
}

/** Its lengths, and those of the largest country with its calling code: who chose the small one may write a number of the other. */
export function sharedLengths({ callingCode, min, max }: Country): Pick<Country, 'min' | 'max'> {
  const largest = [...countries().values()].find((country) => country.callingCode === callingCode);
  if (largest === undefined) return { min, max };
  const longest = max === undefined || largest.max === undefined ? undefined : Math.max(max, largest.max);
  return { min: Math.min(min, largest.min), max: longest };
}

/** All countries with their calling codes. */
export function phoneCountries(): { country: string; callingCode: string }[] {
  return [...countries().values()];
}

/** Returns an example number of a country, for hints: `(201) 555-0123`. */
export function examplePhone(country: string | undefined): string | undefined {
  return findCountry(country)?.example || undefined;
}

/** A number with a calling code: its country, or the largest of several, and the digits after the code. */
export type InternationalNumber = { country: Country | undefined; national: string };

/**
 * Reads a number with a calling code: `+49 …`, `0049 …`, and `011 49 …` as dialled in `from`. Undefined without one. Beside the
 * plus, other prefixes may stand for it in countries that have their own.
 */
export function readInternational(typed: string, from?: Country): InternationalNumber | undefined {
  const text = readWritten(typed);
  const abroad = from?.abroad ?? '00';
  const digits = digitsOf(text);
  const isAbroad = from?.abroad !== undefined && !text.includes('+') && digits.startsWith(abroad);
  if (!isInternational(text) && !isAbroad) return undefined;
  const number = isAbroad ? digits.slice(abroad.length) : digits.replace(/^00/, '');
  const country = [...countries().values()].find(({ callingCode }) => number.startsWith(callingCode));
  return { country, national: number.slice(country?.callingCode.length ?? 0) };
}

/**
 * Returns the country of a number with a calling code, and `current` for other numbers. Also returns `current` if it has the
 * number's code, because the visitor may have chosen it: countries such as Canada and the United States share +1. Else `chosen`,
 * if that has it: who types `+1` before the number has one with another code after the plus. A number with another prefix than
 * + or 00 is one that is dialled in its country, which therefore stays.
 */
export function followCallingCode(typed: string, current?: string, chosen = current): string | undefined {
  const from = findCountry(current);
  const text = readWritten(typed);
  const isDialledHere = !text.includes('+') && from !== undefined && from.abroad === undefined;
  const found = isInternational(text) && !isDialledHere ? readInternational(text)?.country : undefined;
  if (found === undefined || found.callingCode === from?.callingCode) return current;
  return found.callingCode === findCountry(chosen)?.callingCode ? chosen : found.country;
}
