import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { documentedKeys } from '../reference.ts';

const name = 'virtual:option-docs';
const schemaFile = join(import.meta.dirname, '../../src/options/schema.ts');

/** The module `virtual:option-docs`: what the options' doc comments say, by option. The configurator shows it. */
export function optionDocs(): Plugin {
  return {
    name: 'leadchat:option-docs',
    resolveId: (source) => (source === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      this.addWatchFile(schemaFile);
      const docs = documentedKeys(readFileSync(schemaFile, 'utf8'), 'optionsSchema');
      return `export default ${JSON.stringify(Object.fromEntries(docs.map(({ key, ...doc }) => [key, doc])))};`;
    },
  };
}
