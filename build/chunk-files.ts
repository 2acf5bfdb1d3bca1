import type { Plugin } from 'vite';
import { languageNames } from '../src/i18n/language-names.ts';
import { chunkNamed, readManifest } from './manifest.ts';

const name = 'virtual:chunk-files';

/** The module `virtual:chunk-files`, with the files that leadchat.js requests when a visitor wants to chat. */
export function chunkFiles(): Plugin {
  return {
    name: 'leadchat:chunk-files',
    resolveId: (source) => (source === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const manifest = readManifest(this.environment.config.build.outDir);
      const fileOf = (chunk: string) => chunkNamed(manifest, chunk).file;
      const constants = {
        panelFile: fileOf('panel'),
        schemasFile: fileOf('schemas'),
        leadsFile: fileOf('leads'),
        conversationFile: fileOf('conversation'),
        inlineFile: fileOf('mount-inline'),
        languageFiles: Object.fromEntries(Object.keys(languageNames).map((language) => [language, fileOf(language)])),
      };
      return Object.entries(constants)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}
