import { type CountryCode, getExampleNumber } from 'libphonenumber-js/min';
import metadata from 'libphonenumber-js/min/metadata';
import examples from 'libphonenumber-js/mobile/examples';
import * as z from 'zod';
import { formerNumbers } from '../src/phone/index.ts';
import { digitsOf } from '../src/protocol/phone.ts';

/** The metadata has 0, or nothing, where a country has no such text. */
const text = z.unknown().transform((value) => (typeof value === 'string' ? value : ''));
const numberingPlan = z.object({
  abroad: text,
  lengths: z.array(z.number()),
  trunk: text,
  prefix: text,
  prefixRule: text,
});

/**
 * The source of src/countries/table.ts: what a form needs of each country while somebody types a number, from the metadata of
 * libphonenumber. `npm run countries` writes it; a test fails until that is done.
 */
export function countryTableSource(): string {
  const lines = Object.entries(metadata.country_calling_codes).map(
    // The first one has most numbers, or shares its metadata with the others.
    ([code, countries]) => `${code}:${countries.map(describeCountry).join(';')}`,
  );
  return `// Written by build/write-country-table.ts, \`npm run countries\`, from the metadata of libphonenumber.

/**
 * One calling code a line, with its countries, of which the first has most numbers: ISO code, digits of the shortest and of the
 * longest number (without one, only the proxy knows), trunk prefix, prefix for calls abroad, example, and "none" where numbers
 * are not grouped like it.
 */
export const countryTable = \`
${lines.join('\n')}
\`;
`;
}

function describeCountry(country: CountryCode): string {
  const [, abroad, , lengths, , trunk, , prefix, prefixRule] = metadata.countries[country] ?? [];
  const plan = numberingPlan.parse({ abroad, lengths, trunk, prefix, prefixRule });
  const former = formerNumbers.find((number) => number.country === country);
  // `268$1` puts the area code of Antigua in front.
  const added = plan.prefixRule.replace(/\$\d/g, '').length;
  const min = Math.min(...plan.lengths) - Math.max(added, former?.shorterBy ?? 0);
  const dialsAbroad = ['00', '011'].includes(plan.abroad) ? plan.abroad : '';
  // Other prefixes, carriers and mobile phones make what people dial longer in ways of their own.
  const isPlain = dialsAbroad !== '' && ['', plan.trunk].includes(plan.prefix) && added === 0 && former === undefined;
  const max = isPlain ? Math.max(...plan.lengths) : '';
  const number = getExampleNumber(country, examples);
  const example = number?.formatNational() ?? '';
  // Argentina writes mobile phones with other digits than E.164 has.
  const grouping = number !== undefined && digitsOf(example).endsWith(number.nationalNumber) ? '' : 'none';
  return [country, min, max, plan.trunk, dialsAbroad, example, grouping].join().replace(/,$/, '');
}
