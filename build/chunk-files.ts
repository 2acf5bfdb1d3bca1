import type { Plugin } from 'vite';
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
      const files = { panelFile: 'panel', leadsFile: 'leads' };
      return Object.entries(files)
        .map(([constant, chunk]) => `export const ${constant} = ${JSON.stringify(chunkNamed(manifest, chunk).file)};`)
        .join('\n');
    },
  };
}
