import { defaultFields } from '../../../protocol/form.ts';
import { callEventData, leadEventData, ratingEventData, type WebhookEvent } from '../../../protocol/proxy/webhook.ts';
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

/**
 * `{email}` is the value, `{email:sha256}` its hash as advertisers want it, `{phone:e164}` a phone with its plus. With `?` at
 * the end, what it stands in is left out where there is no value.
 */
const placeholder = /\{([a-z]\w*)((?::\w+)*)(\??)\}/gi;
const wholePlaceholder = new RegExp(`^${placeholder.source}$`, 'i');

/** What may follow a name. */
const filters = ['', ':e164', ':sha256', ':e164:sha256'];

/**
 * Fills the placeholders of a template. A text that is nothing but one placeholder becomes the value itself, so a number
 * stays a number. A value never changes the structure: it is put into a parsed text, and JSON is written afterwards.
 */
export function fillTemplate(template: Readonly<Record<string, JsonTemplate>>, values: WebhookValues): JsonTemplate {
  return fill(template, values) ?? {};
}

/** Undefined if the part is left out. */
function fill(template: JsonTemplate, values: WebhookValues): JsonTemplate | undefined {
  if (typeof template === 'string') return fillText(template, values);
  if (typeof template !== 'object' || template === null) return template;
  if (isList(template)) {
    const parts = template.map((part) => fill(part, values)).filter((part) => part !== undefined);
    return isEmptied(template, parts) ? undefined : parts;
  }
  const parts = Object.entries(template).flatMap(([key, template]): [string, JsonTemplate][] => {
    const part = fill(template, values);
    return part === undefined ? [] : [[key, part]];
  });
  return isEmptied(Object.keys(template), parts) ? undefined : Object.fromEntries(parts);
}

/** What holds nothing any more is left out, too. */
function isEmptied(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length > 0 && after.length === 0;
}

function fillText(text: string, values: WebhookValues): WebhookValue | undefined {
  const isLeftOut = [...text.matchAll(placeholder)].some(
    ([, name = '', , optional]) => optional === '?' && textOf(values, name) === '',
  );
  if (isLeftOut) return undefined;
  const [whole, only = '', filter] = wholePlaceholder.exec(text) ?? [];
  if (whole !== undefined && filter === '') return values.get(only) ?? '';
  return text.replace(placeholder, (_, name: string, filter: string) => applyFilter(textOf(values, name), filter));
}

function textOf(values: WebhookValues, name: string): string {
  return String(values.get(name) ?? '');
}

function applyFilter(value: string, filter: string): string {
  const written = filter.includes(':e164') && /^\d+$/.test(value) ? `+${value}` : value;
  return filter.includes(':sha256') ? hashOf(written) : written;
}

/** Advertising networks compare hashes of trimmed lower-case texts. Nothing has no hash. */
function hashOf(value: string): string {
  const compared = value.trim().toLowerCase();
  return compared === '' ? '' : sha256(compared);
}

/** A placeholder as it is written, and whether what follows its name means something. */
export type TemplateName = { path: PropertyKey[]; name: string; written: string; isKnownFilter: boolean };

/** The names that a template refers to, each with the path of its text. */
export function templateNames(template: JsonTemplate, path: readonly PropertyKey[] = []): TemplateName[] {
  if (typeof template === 'string') {
    return [...template.matchAll(placeholder)].map(([written, name = '', filter = '']) => ({
      ...{ path: [...path], name, written },
      isKnownFilter: filters.includes(filter),
    }));
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

/** Keys of an event's data that are objects: no text can contain them. */
const objectNames = ['fields', 'closed'];
const dataNames = [leadEventData, callEventData, ratingEventData]
  .flatMap(({ shape }) => Object.keys(shape))
  .filter((name) => !objectNames.includes(name));
/** The names of what an event says besides the lead's own values. */
const eventNames = ['type', 'timestamp', 'timestamp_seconds', 'timestamp_ms', ...dataNames];

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
