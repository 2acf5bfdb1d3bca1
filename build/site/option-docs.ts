import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import * as z from 'zod';
import { languageNames } from '../../src/i18n/index.ts';
import { languageTag } from '../../src/protocol/localized.ts';
import { formSchema } from '../../src/proxy/config/form-schema.ts';
import { documentedKeys } from '../reference.ts';

/** A schema whose doc comments describe the keys below `path`; `*` stands for the place in a list. */
type DocumentedSchema = { path: string; file: string; schema: string };

const ownOptions: readonly DocumentedSchema[] = [
  { path: '', file: 'src/options/schema.ts', schema: 'optionsSchema' },
  { path: 'askAfter', file: 'src/options/schema.ts', schema: 'offerCondition' },
  { path: 'hours', file: 'src/options/schema.ts', schema: 'siteHours' },
  { path: 'hours.open.*', file: 'src/protocol/opening-hours.ts', schema: 'openingHours' },
  { path: 'triggers.*', file: 'src/options/trigger.ts', schema: 'common' },
];

/** The same options, in the entries of a list. */
const within = (list: string) =>
  ownOptions.map(({ path, ...schema }) => ({ ...schema, path: path === '' ? list : `${list}.${path}` }));

const optionSchemas: readonly DocumentedSchema[] = [
  ...ownOptions,
  ...within('pages.*'),
  { path: 'pages.*', file: 'src/options/schema.ts', schema: 'pageKeys' },
  ...within('experiments.*.variants.*'),
  { path: 'experiments.*', file: 'src/options/schema.ts', schema: 'experimentKeys' },
  { path: 'experiments.*.variants.*', file: 'src/options/schema.ts', schema: 'variantKeys' },
];

const formSchemas: readonly DocumentedSchema[] = [
  { path: '', file: 'src/proxy/config/form-schema.ts', schema: 'formSchema' },
  { path: 'journey', file: 'src/proxy/config/form-schema.ts', schema: 'journey' },
  { path: 'callback', file: 'src/proxy/config/form-schema.ts', schema: 'callback' },
  { path: 'callback.hours.*', file: 'src/protocol/opening-hours.ts', schema: 'openingHours' },
  { path: 'consent', file: 'src/protocol/form.ts', schema: 'formConsent' },
  { path: 'fields.*', file: 'src/protocol/form.ts', schema: 'formField' },
  { path: 'routes.*', file: 'src/proxy/config/form-schema.ts', schema: 'route' },
  { path: 'routes.*.journey', file: 'src/proxy/config/form-schema.ts', schema: 'journey' },
];

const modules: Readonly<Record<string, () => { schemas: readonly DocumentedSchema[]; schema?: unknown }>> = {
  'virtual:option-docs': () => ({ schemas: optionSchemas }),
  'virtual:form-docs': () => ({
    schemas: formSchemas,
    schema: z.toJSONSchema(formSchema, {
      io: 'input',
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema }) {
        if (zodSchema === languageTag) jsonSchema.examples = Object.keys(languageNames);
      },
    }),
  }),
};

/**
 * The modules `virtual:option-docs`, the doc comments of the widget's options by path, and `virtual:form-docs`, the
 * same for a form of the proxy's configuration, with its JSON Schema. The configurator shows both.
 */
export function optionDocs(): Plugin {
  return {
    name: 'leadchat:option-docs',
    resolveId: (source) => (Object.hasOwn(modules, source) ? `\0${source}` : undefined),
    load(id) {
      const module = modules[id.slice(1)]?.();
      if (!id.startsWith('\0') || module === undefined) return undefined;
      for (const { file } of module.schemas) this.addWatchFile(fromRoot(file));
      return `export const docs = ${JSON.stringify(docsOf(module.schemas))};
export const schema = ${JSON.stringify(module.schema)};`;
    },
  };
}

function docsOf(schemas: readonly DocumentedSchema[]) {
  return Object.fromEntries(
    schemas.flatMap(({ path, file, schema }) =>
      documentedKeys(readFileSync(fromRoot(file), 'utf8'), schema).map(({ key, ...doc }) => [
        path === '' ? key : `${path}.${key}`,
        doc,
      ]),
    ),
  );
}

function fromRoot(path: string): string {
  return join(import.meta.dirname, '../..', path);
}
