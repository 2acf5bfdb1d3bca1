import docs from 'virtual:option-docs';
import * as z from 'zod/mini';
import { attributeKinds, optionsSchema } from '../../options/index.ts';

/** JSON, as far as options need it. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** The part of JSON Schema that describes an option. */
export type OptionSchema = {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  enum?: string[];
  const?: string;
  default?: Json;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: OptionSchema;
  properties?: Record<string, OptionSchema>;
  required?: string[];
  additionalProperties?: boolean | OptionSchema;
  anyOf?: OptionSchema[];
  oneOf?: OptionSchema[];
};

export type Option = {
  name: string;
  schema: OptionSchema;
  /** What the option is for, in Markdown's `code` notation. */
  description: string;
  /** The default as the reference says it. */
  defaultText: string | undefined;
};

/** Headings for the options. One that is named nowhere appears under the last heading. */
const headings: readonly { heading: string; names: readonly string[] }[] = [
  {
    heading: 'Words and language',
    names: ['title', 'greeting', 'starters', 'locale', 'texts', 'launcherText', 'contact'],
  },
  {
    heading: 'Look',
    names: ['color', 'theme', 'avatar', 'position', 'offset', 'launcher', 'target', 'zIndex'],
  },
  { heading: 'When it opens', names: ['open', 'triggers'] },
  {
    heading: 'Form and lead',
    names: ['leadForm', 'form', 'fields', 'consentText', 'afterLead', 'userToken', 'attributes'],
  },
  { heading: 'Opening hours', names: ['hours', 'away'] },
  {
    heading: 'Privacy and analytics',
    names: ['storage', 'consent', 'resumeDays', 'attribution', 'keepUrlParameters', 'analytics'],
  },
];
const lastHeading = 'Connection';

/** Every option that a tag can carry, under its heading. A new option of the schema appears without a change here. */
export function groupedOptions(): { heading: string; options: Option[] }[] {
  const schema: OptionSchema = JSON.parse(
    JSON.stringify(z.toJSONSchema(optionsSchema, { unrepresentable: 'any', io: 'input' })),
  );
  const all = Object.entries(schema.properties ?? {})
    .filter(([name]) => Object.hasOwn(attributeKinds, name))
    .map(([name, property]) => ({
      name,
      schema: property,
      description: docs[name]?.text ?? '',
      defaultText: docs[name]?.defaultValue,
    }));
  const headingOf = (name: string) => headings.find(({ names }) => names.includes(name))?.heading ?? lastHeading;
  return [...headings.map(({ heading }) => heading), lastHeading].map((heading) => ({
    heading,
    options: all.filter(({ name }) => headingOf(name) === heading),
  }));
}
