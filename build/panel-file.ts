import type { Plugin } from 'vite';
import { chunkNamed, readManifest } from './manifest.ts';

const name = 'virtual:panel-file';

/** The module `virtual:panel-file`, with the name of the panel's file for leadchat.js. */
export function panelFile(): Plugin {
  return {
    name: 'leadchat:panel-file',
    resolveId: (source) => (source === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const { outDir } = this.environment.config.build;
      return `export default ${JSON.stringify(chunkNamed(readManifest(outDir), 'panel').file)};`;
    },
  };
}
