import { sha256 } from '../../sha256.ts';
import type { WebhookValue, WebhookValues } from './webhook-values.ts';

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
