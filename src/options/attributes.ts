import type { WidgetOptions } from './schema.ts';

type Kind = 'text' | 'texts' | 'boolean' | 'switch-or-texts' | 'json';

/**
 * The options that can be attributes, and the format of the attribute's text. `text` is the value itself, `boolean` may be
 * empty (`data-open`), `texts` is one text, or a JSON object of texts by language, and `switch-or-texts` is either.
 *
 * This list does not use zod, so that the element and the Vue component do not load the schema. The compiler checks that it
 * contains every option of the schema.
 */
export const attributeKinds = {
  flowId: 'text',
  wssUrl: 'text',
  proxyUrl: 'text',
  hooksUrl: 'text',
  loadConfig: 'text',
  preload: 'text',
  form: 'text',
  leadForm: 'text',
  askAfter: 'json',
  title: 'texts',
  greeting: 'texts',
  avatar: 'text',
  color: 'text',
  theme: 'text',
  position: 'text',
  offset: 'json',
  locale: 'text',
  texts: 'json',
  contact: 'text',
  launcher: 'text',
  launcherIcon: 'text',
  launcherText: 'texts',
  zIndex: 'json',
  expandable: 'boolean',
  target: 'text',
  pageButtons: 'boolean',
  open: 'boolean',
  pages: 'json',
  experiments: 'json',
  triggers: 'json',
  storage: 'text',
  consent: 'text',
  resumeDays: 'json',
  analytics: 'boolean',
  analyticsLeadId: 'boolean',
  respectGpc: 'boolean',
  funnel: 'boolean',
  messageFrame: 'json',
  starters: 'json',
  disclosure: 'switch-or-texts',
  imageHosts: 'json',
  rating: 'text',
  afterLead: 'text',
  hours: 'json',
  away: 'text',
  attribution: 'text',
  keepUrlParameters: 'json',
  fields: 'json',
  consentText: 'texts',
  userToken: 'text',
} as const satisfies Record<Exclude<keyof WidgetOptions, 'encodeMessage'>, Kind>;

export type AttributeOption = keyof typeof attributeKinds;

/** The names of all options of a kind: with it the compiler checks how the launcher, which has no schema, reads an option. */
export type OptionOfKind<Kind extends (typeof attributeKinds)[AttributeOption]> = {
  [Name in AttributeOption]: (typeof attributeKinds)[Name] extends Kind ? Name : never;
}[AttributeOption];

/**
 * Reads options from attributes by option name, `{ leadForm: 'off', open: '' }`. Omits names that are not options. Those of an element
 * contain its properties: values that are no text, also functions.
 */
export function readAttributes(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') options[name] = value;
    else if (isAttributeOption(name)) options[name] = typeof value === 'string' ? readAttribute(name, value) : value;
  }
  return options;
}

/** Parses an attribute's text. Returns an invalid text unchanged, so that the schema rejects it. */
export function readAttribute(name: AttributeOption, text: string): unknown {
  const kind = attributeKinds[name];
  switch (kind) {
    case 'text':
      return text;
    case 'boolean':
      return readBoolean(text);
    case 'texts':
      return readTexts(text);
    case 'switch-or-texts':
      return readTexts(readBoolean(text));
    case 'json':
      return readJson(text);
    default:
      return kind satisfies never;
  }
}

/** Returns anything but the text of a boolean unchanged. */
export function readBoolean(value: unknown): unknown {
  return value === '' || value === 'true' ? true : value === 'false' ? false : value;
}

function readTexts(value: unknown): unknown {
  return typeof value === 'string' && value[0] === '{' ? readJson(value) : value;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function isAttributeOption(name: string): name is AttributeOption {
  return Object.hasOwn(attributeKinds, name);
}
