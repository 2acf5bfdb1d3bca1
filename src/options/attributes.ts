import { optionsSchema, type WidgetOptions } from './schema.ts';

/** How an attribute's text becomes a value, where it is not that text itself; `none`: not to be had as an attribute. */
export const attributeKinds: { readonly [Name in keyof WidgetOptions]?: 'boolean' | 'json' | 'none' } = {
  offset: 'json',
  texts: 'json',
  open: 'boolean',
  triggers: 'json',
  resumeDays: 'json',
  analytics: 'boolean',
  encodeMessage: 'none',
  fields: 'json',
};

const kinds = new Map<string, 'boolean' | 'json' | 'none'>(Object.entries(attributeKinds));

/**
 * Options from attributes, `{ leadForm: 'off', open: '' }`. Attributes that are no option are left out: a script tag
 * carries other tools' `data-*` too. Text that is no JSON is kept as it is, for the schema to refuse with its value.
 */
export function readAttributes(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const kind = kinds.get(name);
    if (!Object.hasOwn(optionsSchema.shape, name) || kind === 'none' || value === undefined) continue;
    options[name] = typeof value === 'string' && kind !== undefined ? readText(value, kind) : value;
  }
  return options;
}

function readText(value: string, kind: 'boolean' | 'json'): unknown {
  if (kind === 'boolean') return value === '' || value === 'true' ? true : value === 'false' ? false : value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
