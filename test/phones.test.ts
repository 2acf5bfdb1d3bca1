import fc from 'fast-check';
import { getExampleNumber, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { createLeadForm } from '../src/core/leads/lead-form.ts';
import type { LeadOutcome } from '../src/core/leads/lead-gateway.ts';
import { followCallingCode, formatAsTyped, phoneCountries } from '../src/countries/index.ts';
import type { Issue } from '../src/protocol/issue.ts';
import { digitsOf } from '../src/protocol/phone.ts';
import { leadRequest } from '../src/protocol/proxy/requests.ts';
import { formDeps } from './core/leads/form-deps.ts';
import { leadHeaders, startHarness } from './proxy/support/harness.ts';
import { randomInputs } from './support/figures.ts';

/** A form and the proxy that it sends to. */
async function start() {
  const { post, store } = await startHarness();
  const stored: string[] = [];
  const send = async (request: unknown): Promise<LeadOutcome> => {
    const response = await post('/leads', leadRequest.parse(request), leadHeaders());
    const { lead, issues = [] }: { lead?: string; issues?: Issue[] } = await response.json();
    if (lead === undefined) return { status: 'refused', code: 'bad-request', message: '', issues };
    stored.push((await store.find(lead))?.phone ?? '');
    return { status: 'accepted', lead: null, session: null };
  };
  return {
    /** What comes of a number that somebody types key by key, or pastes, with this country beside it. */
    async leave(text: string, country: string, way: 'typed' | 'pasted' = 'typed') {
      const { requests: _, ...deps } = formDeps();
      const form = createLeadForm({ ...deps, send, defaultCountry: country });
      const keys = way === 'typed' ? [...text] : [text];
      for (const key of keys) {
        form.set('phone', formatAsTyped(String(form.values.value.phone) + key, form.country.value));
        form.setCountry(followCallingCode(String(form.values.value.phone), form.country.value));
      }
      const count = stored.length;
      await form.submit();
      return {
        form,
        digits: stored.length > count ? stored.at(-1) : undefined,
        problem: form.problems.value.phone,
        shown: form.values.value.phone,
      };
    },
  };
}

const ways = ['typed', 'pasted'] as const;

describe('a phone, from the form to what the proxy stores', () => {
  it.each<[text: string, country: string, digits: string]>([
    ['(415) 555-2671', 'US', '14155552671'],
    ['4155552671', 'US', '14155552671'],
    // autofill: tel, tel-national, and a browser that leaves the plus out
    ['+14155552671', 'DE', '14155552671'],
    ['0151 2345 6789', 'DE', '4915123456789'],
    ['4915123456789', 'DE', '4915123456789'],
    ['15123456789', 'DE', '4915123456789'],
    ['+44 20 7946 0958', 'US', '442079460958'],
    ['+44 (0)20 7946 0958', 'US', '442079460958'],
    // Cause: these countries dial no zero, so it was read as a digit of the number.
    ['+57 (0)321 123 4567', 'US', '573211234567'],
    ['0045 (0)34 41 23 45', 'DE', '4534412345'],
    ['+34 (0) 612 345 678', 'ES', '34612345678'],
    // Cause: the zeros were grouped as the calling code.
    ['+00442079460958', 'GB', '442079460958'],
    // Cause: the browser counted what follows a comma.
    ['(415) 555-2671,12', 'US', '14155552671'],
    ['0044 20 7946 0958', 'US', '442079460958'],
    ['0044 20 7946 0958', 'DE', '442079460958'],
    ['011 44 20 7946 0958', 'US', '442079460958'],
    ['0011 44 20 7946 0958', 'AU', '442079460958'],
    ['011 2345 6789', 'IN', '911123456789'],
    ['8 (912) 345-67-89', 'RU', '79123456789'],
    ['06 20 123 4567', 'HU', '36201234567'],
    ['1 415 555 2671', 'US', '14155552671'],
    ['06 12345678', 'IT', '390612345678'],
    ['٤١٥ ٥٥٥ ٢٦٧١', 'US', '14155552671'],
    ['+٤٤ ٢٠ ٧٩٤٦ ٠٩٥٨', 'US', '442079460958'],
    ['۰۲۰ ۷۹۴۶ ۰۹۵۸', 'GB', '442079460958'],
    ['０２０ ７９４６ ０９５８', 'GB', '442079460958'],
    ['\u202a+1 415\u2060 555\u00ad 2671\u202c', 'DE', '14155552671'],
    ['+1\u00a0415\u2011555\u20112671', 'DE', '14155552671'],
    ['(415) 555-2671 x12', 'US', '14155552671'],
    ['(415) 555-2671 extension 12', 'US', '14155552671'],
    ['tel:+1-415-555-2671;ext=12', 'DE', '14155552671'],
    ['(415) 555-2671 (ext. 12)', 'US', '14155552671'],
    ['03-1234-5678（内線 12）', 'JP', '81312345678'],
    ['Tel.: +49 30 901820', 'US', '4930901820'],
    ['Telefon (geschäftlich): +49 30 901820', 'US', '4930901820'],
    ['Phone 1: (415) 555-2671', 'US', '14155552671'],
    ['1-800-APP-1234', 'US', '18002771234'],
    ['TEL;TYPE=CELL:+1-415-555-2671', 'DE', '14155552671'],
    ['item1.TEL;VALUE=uri;PREF=1;TYPE="voice,home":tel:+1-415-555-2671;ext=12', 'DE', '14155552671'],
    ['+49 30 901820 Apparat 12', 'US', '4930901820'],
    ['+49 30 901820-DW 12', 'US', '4930901820'],
    ['+46 8 123 456 78 anknytning 12', 'US', '46812345678'],
    ['+351 21 234 5678 extensão 12', 'US', '351212345678'],
    ['010-12345678转12', 'CN', '861012345678'],
    ['02-312-3456 내선 12', 'KR', '8223123456'],
    ['٠٢ ٢٧٩٥ ١٢٣٤ تحويلة ١٢', 'EG', '20227951234'],
    ['03-612-3456 שלוחה 12', 'IL', '97236123456'],
    ['Tél. : 01 23 45 67 89', 'FR', '33123456789'],
    ['M. (415) 555-2671', 'US', '14155552671'],
    ['callto:+14155552671', 'DE', '14155552671'],
    ['1-800-FLOWERS', 'US', '18003569377'],
    ['0800 REPAIR', 'GB', '44800737247'],
    ['044 55 1234 5678', 'MX', '525512345678'],
    ['+52 1 55 1234 5678', 'US', '525512345678'],
    // without the area code, which these countries add
    ['464-1234', 'AG', '12684641234'],
  ])('%s with %s arrives as %s', async (text, country, digits) => {
    const { leave } = await start();
    for (const way of ways) expect(await leave(text, country, way)).toMatchObject({ digits });
  });

  it.each<[text: string, country: string, problem: object]>([
    ['(415) 555-26', 'US', { code: 'too-short', missing: 2 }],
    ['+33 6 12 34 56', 'US', { code: 'too-short', missing: 2 }],
    ['030 901820', 'US', { code: 'too-short', missing: 1 }],
    ['415 555 2671 9', 'US', { code: 'too-long', extra: 1 }],
    ['0044 20 7946 09581', 'AU', { code: 'too-long', extra: 1 }],
    ['+45 (0)34 41 23', 'US', { code: 'too-short', missing: 2 }],
    ['+45 (0)34 41 23 45 67', 'DK', { code: 'too-long', extra: 2 }],
    ['+57 (0)421 123 4567', 'CO', { code: 'not-in-use' }],
    ['+999 123 456 789', 'US', { code: 'unknown-country' }],
    ['49211234567', 'DE', { code: 'ambiguous', readings: ['+49 211 234567', '+49 4921 1234567'] }],
    ['Ada 415 555 2671', 'US', { code: 'not-a-number' }],
    // Cause: the letters of a word behind a whole number were dialled with it.
    ['030 901820 Ada', 'DE', { code: 'not-a-number' }],
    ['030 901820 App. 12', 'DE', { code: 'not-a-number' }],
    ['+49 30 901820 fax', 'US', { code: 'not-a-number' }],
    ['0664 12345 mobil', 'AT', { code: 'not-a-number' }],
    ['(421) 555-2671', 'US', { code: 'not-in-use' }],
  ])('%s with %s is asked for again, and stays in the field', async (text, country, problem) => {
    const { leave } = await start();
    const { digits, problem: shown, form } = await leave(text, country, 'pasted');
    expect([digits, shown]).toEqual([undefined, { code: 'phone', problem }]);
    expect(digitsOf(String(form.values.value.phone))).toBe(digitsOf(text));
  });

  it('is stored once it is confirmed, if the proxy does not know it', async () => {
    const { leave } = await start();
    const { form } = await leave('(421) 555-2671', 'US');
    expect(await form.submit()).toEqual({ ok: true, status: 'accepted' });
  });

  /** The notations that people use for a number. */
  const notations = [
    'national',
    'digits',
    'significant',
    'E.164',
    'international',
    'double zero',
    'Arabic',
    'extension',
  ];

  function write(notation: string, country: string): string | undefined {
    const number = isSupportedCountry(country) ? getExampleNumber(country, examples) : undefined;
    if (number === undefined) return undefined;
    const national = number.formatNational();
    switch (notation) {
      case 'national':
        return national;
      case 'digits':
        return national.replace(/\D/g, '');
      case 'significant':
        return number.nationalNumber;
      case 'E.164':
        return number.number;
      case 'international':
        return number.formatInternational();
      case 'double zero':
        return number.number.replace('+', '00');
      case 'Arabic':
        return national.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
      default:
        return `${national} ext. 12`;
    }
  }

  // Before, the browser parsed the number with the library, and the proxy parsed the result.
  it('that the library accepts arrives as the same digits, in every country and notation', async () => {
    const { leave } = await start();
    const country = fc.constantFrom(...phoneCountries().map((known) => known.country));
    await fc.assert(
      fc.asyncProperty(country, country, fc.constantFrom(...notations), async (of, other, notation) => {
        const text = write(notation, of);
        // An international number may be typed beside any country.
        const beside = ['E.164', 'international'].includes(notation) ? other : of;
        if (text === undefined || !isSupportedCountry(beside)) return;
        const before = parsePhoneNumberFromString(text.replace(/^00/, '+'), beside);
        if (before?.isValid() !== true) return;
        expect([text, beside, (await leave(text, beside, 'pasted')).digits]).toEqual([
          text,
          beside,
          before.number.slice(1),
        ]);
      }),
      randomInputs(1000),
    );
  });

  it('that is the example of a country arrives as it is, also typed key by key', async () => {
    const { leave } = await start();
    for (const { country } of phoneCountries()) {
      const number = isSupportedCountry(country) ? getExampleNumber(country, examples) : undefined;
      if (number === undefined) continue;
      for (const text of [number.formatNational(), number.number]) {
        expect([text, country, (await leave(text, country)).digits]).toEqual([text, country, number.number.slice(1)]);
      }
    }
  });
});
