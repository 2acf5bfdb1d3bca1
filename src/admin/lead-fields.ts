import { labelFromName } from '../protocol/field-label.ts';
import { clickIds } from '../protocol/proxy/attribution.ts';
import { formatTime } from './format.ts';

/** Fields that are shown above the steps. */
const contactFields = new Set(['phone', 'email', 'first_name', 'last_name']);

const campaign = `utm_\\w+|${clickIds.join('|')}`;

type Section = 'answers' | 'origin' | 'variants' | 'consent';

/** The sections of a lead's page. A field that fits none of them is one that the visitor has filled in. */
const sections: { section: Exclude<Section, 'answers'>; pattern: RegExp }[] = [
  { section: 'origin', pattern: /^page_url$/ },
  { section: 'origin', pattern: /^(?:landing_page|referrer)$/ },
  { section: 'origin', pattern: new RegExp(`^(?:${campaign})$`) },
  { section: 'origin', pattern: new RegExp(`^first_(?:landing_page|referrer|${campaign})$`) },
  { section: 'variants', pattern: /^experiment_/ },
  { section: 'consent', pattern: /^(?:consent_\w+|verified_fields)$/ },
];

export type Field = [name: string, value: string];

/** The fields of a lead besides name, phone and email, by section. The visitor's come in the order of the record. */
export function fieldsOf(record: Readonly<Record<string, unknown>>): Record<Section, Field[]> {
  const fields = Object.entries(record)
    .filter(([name]) => !contactFields.has(name))
    .map(([name, value]): Field => [name, name === 'consent_at' ? formatTime(String(value)) : String(value)])
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b));
  const ofSection = (wanted: Section) =>
    fields.filter(([name]) => (sections[placeOf(name)]?.section ?? 'answers') === wanted);
  return {
    answers: ofSection('answers'),
    origin: ofSection('origin'),
    variants: ofSection('variants').map(([name, value]) => [name.replace(/^experiment_/, ''), value]),
    consent: ofSection('consent'),
  };
}

function placeOf(name: string): number {
  return sections.findIndex(({ pattern }) => pattern.test(name));
}

/** What a field is called: by the form, else in the words of the dashboard, else as a form without a label calls it. */
export function labelOf(name: string, labels: Readonly<Record<string, string>> = {}): string {
  const first = /^first_(?!name$)(.+)$/.exec(name)?.[1];
  if (first !== undefined && fieldNames[first] !== undefined) return `First visit: ${fieldNames[first].toLowerCase()}`;
  return labels[name] ?? fieldNames[name] ?? labelFromName(name);
}

/** What people call the fields that the widget itself adds, and those that every form has. */
const fieldNames: Readonly<Record<string, string>> = {
  phone: 'Phone',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  company: 'Company',
  page_url: 'Page',
  landing_page: 'Landing page',
  referrer: 'Came from',
  utm_source: 'Source',
  utm_medium: 'Medium',
  utm_campaign: 'Campaign',
  utm_term: 'Search term',
  utm_content: 'Ad',
  gclid: 'Google click',
  gbraid: 'Google click (app)',
  wbraid: 'Google click (web to app)',
  dclid: 'Google display click',
  fbclid: 'Meta click',
  msclkid: 'Microsoft click',
  ttclid: 'TikTok click',
  li_fat_id: 'LinkedIn click',
  twclid: 'X click',
  consent_version: 'Version of the text',
  consent_at: 'Agreed on',
  consent_locale: 'Language of the text',
  consent_text_hash: 'Fingerprint of the text',
  verified_fields: 'Verified by your site',
  phone_confirmed: 'Phone confirmed by the visitor',
};
