import { defaultFields, type WebhookEvent } from '../../../protocol/index.ts';
import type { FormConfig } from '../../config/form-schema.ts';
import { proxyFields } from '../../record-fields.ts';

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
