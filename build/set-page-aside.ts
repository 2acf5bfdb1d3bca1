import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Libraries that read or change something of the page while they are evaluated, and our files that set it aside meanwhile. */
const wrappers = new Map([
  ['zod/mini', resolve('src/zod/index.ts')],
  ['@preact/signals', resolve('src/signals/index.ts')],
]);

/** Resolves these libraries to our files in what runs on other people's pages. */
export function setPageAside(): Plugin {
  return {
    name: 'leadchat:set-page-aside',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'panel' || name === 'package' || name === 'core',
    resolveId(source, importer) {
      const wrapper = wrappers.get(source);
      return importer === wrapper ? undefined : wrapper;
    },
  };
}
