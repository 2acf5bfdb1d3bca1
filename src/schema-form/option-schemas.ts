import { docs as formDocs, schema as formSchema } from 'virtual:form-docs';
import { docs as optionDocs } from 'virtual:option-docs';
import * as z from 'zod/mini';
import { englishTexts, languages } from '../i18n/index.ts';
import { attributeKinds, optionsSchema } from '../options/index.ts';
import { languageTag, leadRecord } from '../protocol/index.ts';
import { annotate, type JsonSchema } from './json-schema.ts';

export type Option = {
  name: string;
  schema: JsonSchema;
  note?: Note | undefined;
  /** The key of the proxy's form that replaces the option, if the option is for pages without a proxy. */
  formKey?: string | undefined;
};

/** A hint with a link. */
export type Note = { text: string; link: string; href: string };

/** Headings for the options. An option without a heading appears under the last one. */
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
  { heading: 'Pages', names: ['pages'] },
  {
    heading: 'Form and lead',
    names: ['leadForm', 'askAfter', 'form', 'fields', 'consentText', 'afterLead', 'userToken', 'attributes'],
  },
  { heading: 'Opening hours', names: ['hours', 'away'] },
  {
    heading: 'Privacy and analytics',
    names: [
      'storage',
      'consent',
      'resumeDays',
      'attribution',
      'keepUrlParameters',
      'analytics',
      'analyticsLeadId',
      'funnel',
    ],
  },
];
const lastHeading = 'Connection';

const languageCodes = Object.keys(languages);
const timeZones = Intl.supportedValuesOf('timeZone');

/** What the configurator adds to the schema, by path. */
const optionAdditions: Readonly<Record<string, Partial<JsonSchema>>> = {
  locale: { examples: languageCodes },
  'hours.timeZone': { examples: timeZones },
  texts: {
    propertyNames: {
      oneOf: Object.entries(englishTexts).map(([key, text]) => ({
        const: key,
        title: typeof text === 'string' ? text : text.other,
      })),
    },
  },
};

/** The same for an entry of `pages`, which may have all of them. */
const pageAdditions = Object.fromEntries(
  Object.entries(optionAdditions).map(([path, addition]) => [`pages.*.${path}`, addition]),
);

const formAdditions: Readonly<Record<string, Partial<JsonSchema>>> = {
  'fields.*.name': { examples: Object.keys(leadRecord.shape) },
  'callback.timeZone': { examples: timeZones },
};

/** Options for pages without a proxy, with the keys of the proxy's form that replace them. */
const formKeys = new Map([
  ['fields', 'fields'],
  ['consentText', 'consent'],
]);

/** Returns all options that can be attributes of a tag, by heading. New options of the schema are included automatically. */
export function groupedOptions(notes: ReadonlyMap<string, Note> = new Map()): { heading: string; options: Option[] }[] {
  const schema: JsonSchema = JSON.parse(
    JSON.stringify(
      z.toJSONSchema(optionsSchema, {
        unrepresentable: 'any',
        io: 'input',
        override({ zodSchema, jsonSchema }) {
          if (zodSchema === languageTag) jsonSchema.examples = languageCodes;
        },
      }),
    ),
  );
  const annotated = annotate(schema, optionDocs, { ...optionAdditions, ...pageAdditions });
  const all = optionsOf(withPageEntries(annotated))
    .filter(({ name }) => Object.hasOwn(attributeKinds, name))
    .map((option): Option => ({ ...option, formKey: formKeys.get(option.name), note: notes.get(option.name) }));
  const headingOf = (name: string) => headings.find(({ names }) => names.includes(name))?.heading ?? lastHeading;
  return [...headings.map(({ heading }) => heading), lastHeading].map((heading) => ({
    heading,
    options: all.filter(({ name }) => headingOf(name) === heading),
  }));
}

/**
 * An entry of `pages` may have any option, too many to show all. What it does not set is that of all pages, so its options have
 * no default.
 */
function withPageEntries(schema: JsonSchema): JsonSchema {
  const { pages, ...others } = schema.properties ?? {};
  const entry = pages?.items;
  if (pages === undefined || entry === undefined) return schema;
  const properties = Object.fromEntries(
    Object.entries(entry.properties ?? {})
      .filter(([name]) => name === 'url' || name === 'hidden' || Object.hasOwn(attributeKinds, name))
      .map(([name, { default: _, ...property }]) => [name, property]),
  );
  const items = { ...entry, properties, shownProperties: ['url', 'hidden'] };
  return { ...schema, properties: { ...others, pages: { ...pages, items } } };
}

/** Returns all keys of a form in the proxy's configuration. */
export function formOptions(notes: ReadonlyMap<string, Note> = new Map()): Option[] {
  return optionsOf(annotate(formSchema, formDocs, formAdditions)).map((option) => ({
    ...option,
    note: notes.get(option.name),
  }));
}

function optionsOf({ properties = {} }: JsonSchema): Option[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, schema }));
}
