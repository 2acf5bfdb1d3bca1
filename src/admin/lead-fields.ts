import { clickIds } from '../protocol/index.ts';
import { formatTime } from './format.ts';

/** Fields that are shown above the steps. */
const contactFields = new Set(['phone', 'email', 'first_name', 'last_name']);

const campaign = `utm_\\w+|${clickIds.join('|')}`;

/** Fields that come last, because they are read least often: the page, the campaign, the proof of consent. */
const groups = [
  /^page_url$/,
  /^(?:landing_page|referrer)$/,
  new RegExp(`^(?:${campaign})$`),
  new RegExp(`^first_(?:landing_page|referrer|${campaign})$`),
  /^(?:consent_\w+|verified_fields)$/,
];

/** Returns the fields of a lead besides name, phone and email. The visitor's input comes first, in the order of the record. */
export function furtherFields(record: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  return Object.entries(record)
    .filter(([name]) => !contactFields.has(name))
    .map(([name, value]): [string, string] => [name, name === 'consent_at' ? formatTime(String(value)) : String(value)])
    .toSorted(([a], [b]) => groupOf(a) - groupOf(b));
}

function groupOf(name: string): number {
  return groups.findIndex((group) => group.test(name));
}
