import { defaultFields, type WebhookEvent } from '../../../protocol/index.ts';
import type { FormConfig } from '../../config/form-schema.ts';
import { proxyFields } from '../../record-fields.ts';
import { sha256 } from '../../sha256.ts';

/** JSON as an operator writes it: each `{name}` in its texts stands for a value of the lead or the event. */
export type JsonTemplate =
  | string
  | number
  | boolean
  | null
  | readonly JsonTemplate[]
  | { readonly [key: string]: JsonTemplate };

/** `{email}` is the value, `{email:sha256}` its hash as advertisers want it. */
const placeholder = /\{([a-z]\w*)(:sha256)?\}/gi;

/**
 * Fills the placeholders of a template. A text that is nothing but one placeholder becomes the value itself, so a number
 * stays a number. A value never changes the structure: it is put into a parsed text, and JSON is written afterwards.
 */
export function fillTemplate(template: JsonTemplate, values: WebhookValues): JsonTemplate {
  if (typeof template === 'string') return fillText(template, values);
  if (typeof template !== 'object' || template === null) return template;
  if (isList(template)) return template.map((part) => fillTemplate(part, values));
  return Object.fromEntries(Object.entries(template).map(([key, part]) => [key, fillTemplate(part, values)]));
}

function fillText(text: string, values: WebhookValues): WebhookValue {
  const [whole, name = '', hash] = new RegExp(`^${placeholder.source}$`, 'i').exec(text) ?? [];
  if (whole !== undefined && hash === undefined) return values.get(name) ?? '';
  return text.replace(placeholder, (_, known: string, filter?: string) => {
    const value = String(values.get(known) ?? '');
    return filter === undefined ? value : hashOf(value);
  });
}

/** Advertising networks compare hashes of trimmed lower-case texts. Nothing has no hash. */
function hashOf(value: string): string {
  return value === '' ? '' : sha256(value.trim().toLowerCase());
}

/** The names that a template refers to, each with the path of its text. */
export function templateNames(
  template: JsonTemplate,
  path: readonly PropertyKey[] = [],
): { path: PropertyKey[]; name: string }[] {
  if (typeof template === 'string') {
    return [...template.matchAll(placeholder)].map(([, name = '']) => ({ path: [...path], name }));
  }
  if (typeof template !== 'object' || template === null) return [];
  const parts: [PropertyKey, JsonTemplate][] = isList(template) ? [...template.entries()] : Object.entries(template);
  return parts.flatMap(([key, part]) => templateNames(part, [...path, key]));
}

/** `Array.isArray` does not recognize a readonly list. */
function isList(template: object): template is readonly JsonTemplate[] {
  return Array.isArray(template);
}

export type WebhookValue = string | number | boolean;

/** What a template can contain, by name. */
export type WebhookValues = ReadonlyMap<string, WebhookValue>;

/** The names of what an event says besides the lead's own values; those of its data in the format `standard`. */
const eventNames = [
  'type',
  'timestamp',
  'timestamp_seconds',
  'timestamp_ms',
  'lead',
  'form',
  'state',
  'phone',
  'page',
  'tags',
  'journey',
  'route',
  'acceptedAt',
  'held',
  'cause',
  'serviceLead',
  'call',
  'requestedAt',
  'at',
  'reason',
  'transfers',
  'serviceCall',
];

/** All names that a template may refer to: of the event, and of the fields and attributes of all forms. */
export function knownValueNames(
  forms: Readonly<Record<string, Pick<FormConfig, 'fields' | 'attributes'>>>,
): Set<string> {
  const ofForms = Object.values(forms).flatMap(({ fields, attributes }) => [
    ...fields.map(({ name }) => name),
    ...attributes,
  ]);
  // A signed token may have them in any form.
  const ofTokens = defaultFields.map(({ name }) => name);
  return new Set([...eventNames, ...proxyFields, ...ofTokens, ...ofForms]);
}

/** The values of an event. A field of the lead wins over a fact of the same name, such as `state`. */
export function webhookValues({ type, timestamp, data }: WebhookEvent): WebhookValues {
  const { fields, ...facts } = data;
  const at = Date.parse(timestamp);
  const times = { timestamp_seconds: Math.floor(at / 1000), timestamp_ms: at };
  const entries = Object.entries({ type, timestamp, ...times, ...facts, ...fields });
  return new Map(entries.flatMap(([name, value]) => (isValue(value) ? [[name, value]] : listOf(name, value))));
}

function listOf(name: string, value: unknown): [string, WebhookValue][] {
  return Array.isArray(value) ? [[name, value.join(', ')]] : [];
}

function isValue(value: unknown): value is WebhookValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
