import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const wrapper = resolve('src/zod/index.ts');

/** Resolves `zod/mini` to src/zod in what runs on other people's pages, where zod must leave no trace. */
export function ownZodSettings(): Plugin {
  return {
    name: 'leadchat:own-zod-settings',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'panel' || name === 'package',
    resolveId: (source, importer) => (source === 'zod/mini' && importer !== wrapper ? wrapper : undefined),
  };
}
