import type { WidgetOptions } from './schema.ts';

/** How an attribute's text becomes a value; `none`: not to be had as an attribute. */
export const attributeKinds = {
  flowId: 'text',
  wssUrl: 'text',
  proxyUrl: 'text',
  hooksUrl: 'text',
  form: 'text',
  leadForm: 'text',
  title: 'text',
  greeting: 'text',
  avatar: 'text',
  color: 'text',
  theme: 'text',
  position: 'text',
  offset: 'json',
  locale: 'text',
  texts: 'json',
  launcher: 'text',
  target: 'text',
  open: 'boolean',
  triggers: 'json',
  storage: 'text',
  consent: 'text',
  resumeDays: 'json',
  analytics: 'boolean',
  encodeMessage: 'none',
  fields: 'json',
  consentText: 'text',
} as const satisfies Record<keyof WidgetOptions, 'text' | 'boolean' | 'json' | 'none'>;

const kinds = new Map<string, 'text' | 'boolean' | 'json' | 'none'>(Object.entries(attributeKinds));

/**
 * Options from attributes, `{ leadForm: 'off', open: '' }`. Attributes that are no option are left out: a script tag
 * carries other tools' `data-*` too. Text that is no JSON is kept as it is, for the schema to refuse with its value.
 */
export function readAttributes(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const kind = kinds.get(name);
    if (kind === undefined || kind === 'none' || value === undefined) continue;
    options[name] = typeof value === 'string' ? readText(value, kind) : value;
  }
  return options;
}

function readText(value: string, kind: 'text' | 'boolean' | 'json'): unknown {
  if (kind === 'boolean') return value === '' || value === 'true' ? true : value === 'false' ? false : value;
  if (kind === 'text') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
