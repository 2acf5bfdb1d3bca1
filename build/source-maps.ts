import type { Plugin } from 'vite';

/** Where a build's source maps are. Only measure-parts.ts reads them: they are not published. */
export const mapsFolder = '.vite/maps';

/** Moves the source maps of a build into their folder. For environments with `sourcemap: 'hidden'`. */
export function sourceMaps(): Plugin {
  return {
    name: 'leadchat:source-maps',
    generateBundle(_, bundle) {
      for (const [fileName, output] of Object.entries(bundle)) {
        if (output.type !== 'chunk' || output.map === null) continue;
        delete bundle[`${fileName}.map`];
        this.emitFile({ type: 'asset', fileName: `${mapsFolder}/${fileName}.map`, source: output.map.toString() });
      }
    },
  };
}
