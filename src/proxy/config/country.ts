import * as z from 'zod';
import { phoneCountries } from '../../phone/index.ts';

const countries = new Set<string>(phoneCountries().map(({ country }) => country));

/** A country whose phone numbers the proxy can read. With another one, every number without `+` would be refused. */
export const country = z.string().superRefine((code, context) => {
  if (countries.has(code)) return;
  const meant = canonicalCountry(code);
  const message =
    meant === undefined
      ? 'must be the ISO code of a country that has phone numbers, such as US'
      : `must be an ISO country code: write ${meant}`;
  context.addIssue({ code: 'custom', message });
});

/** `GB` for `UK` and `gb`: Unicode knows the codes that are in use for a country beside its own. */
function canonicalCountry(code: string): string | undefined {
  if (!/^[a-z]{2}$/i.test(code)) return undefined;
  const { region = '' } = new Intl.Locale(`und-${code}`);
  return countries.has(region) ? region : undefined;
}
