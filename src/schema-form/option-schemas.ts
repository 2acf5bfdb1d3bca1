import { docs as formDocs, schema as formSchema } from 'virtual:form-docs';
import { docs as optionDocs } from 'virtual:option-docs';
import * as z from 'zod/mini';
import { englishTexts, languageNames } from '../i18n/index.ts';
import { attributeKinds, optionsSchema } from '../options/index.ts';
import { fileOnlyOptions } from '../protocol/file-only-options.ts';
import { languageTag } from '../protocol/localized.ts';
import { leadRecord } from '../protocol/service/lead.ts';
import { annotate, type JsonSchema } from './json-schema.ts';
import { privacyOptions, type SettingPage, settingPages } from './setting-pages.ts';

export type Option = {
  name: string;
  schema: JsonSchema;
  note?: Note | undefined;
  /** The key of the proxy's form that replaces the option, if the option is for pages without a proxy. */
  formKey?: string | undefined;
};

/** A hint with a link. */
export type Note = { text: string; link: string; href: string };

/** Of the options that no page has. */
const lastHeading = 'Connection';

const languageCodes = Object.keys(languageNames);
const timeZones = Intl.supportedValuesOf('timeZone');

/**
 * What the controls add to the schema, by path. A `description` stands for a comment of the schema that shows how to write
 * the value in code, which the controls do for their users.
 */
const optionAdditions: Readonly<Record<string, Partial<JsonSchema>>> = {
  title: { description: 'The name at the top of the chat. Default: "Chat with us", in the visitor\'s language.' },
  greeting: {
    description:
      'The headline above the form; without a form, the first message. Default: "Hi there. How can we help?", in the visitor\'s language.',
  },
  starters: {
    description:
      'Up to six questions that visitors often have, as buttons until the visitor has written. A click sends one.',
  },
  locale: {
    examples: languageCodes,
    description: 'Language of the chat, such as `de` or `pt-BR`. Default: that of the page, else of the browser.',
  },
  launcherText: { description: 'Words on the button that opens the chat, such as "Questions?".' },
  launcherIcon: {
    isPicture: true,
    description:
      'Picture on the button that opens the chat, instead of the speech bubble: a file, which becomes part of what every page loads, or an `https://…` address.',
  },
  offset: { description: 'Distance from the corner, in pixels. Default: 20.' },
  askAfter: {
    description:
      'Offers the form in the conversation, once a visit, after so many answers of the agent. The greeting is no answer. Needs `leadForm` `later` or `optional`.',
  },
  pages: {
    description:
      'Other options on some pages, such as a form or a greeting, or no chat at all. The first entry whose address fits the page applies.',
  },
  experiments: {
    description:
      'Which of two is better: each visitor gets one variant of each experiment, and the dashboard compares them.',
  },
  hours: {
    description:
      "Opening hours. Outside them the chat says when you are back, in the visitor's time. Default: always open.",
  },
  'hours.timeZone': { examples: timeZones, placeholder: 'Europe/Berlin' },
  'hours.open.*.from': { placeholder: '09:00' },
  'hours.open.*.to': { placeholder: '17:00' },
  texts: {
    description: 'Other words of the chat, such as those on a button: choose one, and write your own.',
    propertyNames: {
      oneOf: Object.entries(englishTexts).map(([key, text]) => ({
        const: key,
        title: typeof text === 'string' ? text : text.other,
      })),
    },
  },
};

/** The same for an entry of `pages`, and for a variant. */
const entryAdditions = Object.fromEntries(
  ['pages.*', 'experiments.*.variants.*'].flatMap((list) =>
    Object.entries(optionAdditions).map(([path, addition]) => [`${list}.${path}`, addition]),
  ),
);

const formAdditions: Readonly<Record<string, Partial<JsonSchema>>> = {
  'consent.text': {
    description:
      'What the visitor agrees to. May contain links: `[privacy policy](https://…)`. Visitors whose language has no text see the English one, else the first.',
  },
  'fields.*.options': { description: 'Choices of a `select`: the visitor reads the label, the lead gets the value.' },
  'fields.*.showIf': { description: 'Only ask for this if another field has a certain value. Default: always.' },
  'fields.*.name': { examples: Object.keys(leadRecord.shape) },
  'fields.*.showIf.field': { isFieldName: true },
  'routes.*.when': { propertyNames: { isFieldName: true } },
  'callback.timeZone': { examples: timeZones },
  'callback.hours.*.from': { placeholder: '09:00' },
  'callback.hours.*.to': { placeholder: '17:00' },
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
  const annotated = annotate(schema, optionDocs, { ...optionAdditions, ...entryAdditions });
  const all = optionsOf(withEntries(annotated))
    .filter(({ name }) => Object.hasOwn(attributeKinds, name))
    .map((option): Option => ({ ...option, formKey: formKeys.get(option.name), note: notes.get(option.name) }));
  const groups: Pick<SettingPage, 'title' | 'options' | 'seldom'>[] = [
    ...settingPages.filter(({ options }) => options.length > 0),
    privacyOptions,
  ];
  const headingOf = (name: string) =>
    groups.find(({ options, seldom = [] }) => [...options, ...seldom].includes(name))?.title ?? lastHeading;
  return [...groups.map(({ title }) => title), lastHeading].map((heading) => ({
    heading,
    options: all.filter(({ name }) => headingOf(name) === heading),
  }));
}

/** An entry of `pages`, and a variant, may have nearly any option: too many to show all. */
function withEntries(schema: JsonSchema): JsonSchema {
  const { pages, experiments, ...others } = schema.properties ?? {};
  const { variants, ...experiment } = experiments?.items?.properties ?? {};
  if (pages === undefined || experiments?.items === undefined || variants === undefined) return schema;
  return {
    ...schema,
    properties: {
      ...others,
      pages: withShortEntries(pages, ['url', 'hidden']),
      experiments: {
        ...experiments,
        items: {
          ...experiments.items,
          properties: { ...experiment, variants: withShortEntries(variants, ['name', 'weight']) },
        },
      },
    },
  };
}

/** What an entry does not set is as everywhere, so its options have no default. `shown`: its own keys. */
function withShortEntries(list: JsonSchema, shown: string[]): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(list.items?.properties ?? {})
      .filter(([name]) => shown.includes(name) || (name !== 'experiments' && isInEntries(name)))
      .map(([name, { default: _, ...property }]) => [name, property]),
  );
  return { ...list, items: { ...list.items, properties, shownProperties: shown } };
}

/** Returns all keys of a form in the proxy's configuration. */
export function formOptions(notes: ReadonlyMap<string, Note> = new Map()): Option[] {
  return optionsOf(annotate(formSchema, formDocs, formAdditions)).map((option) => ({
    ...option,
    note: notes.get(option.name),
  }));
}

/** A list that settings and links may contain says nothing about connections. */
function isInEntries(name: string): boolean {
  return Object.hasOwn(attributeKinds, name) && !fileOnlyOptions.includes(name);
}

function optionsOf({ properties = {} }: JsonSchema): Option[] {
  return Object.entries(properties).map(([name, schema]) => ({ name, schema }));
}
