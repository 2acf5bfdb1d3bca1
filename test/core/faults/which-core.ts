import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

type Core = typeof import('../../../src/core/index.ts');

/** `LEADCHAT_CORE=build` runs the faults on the core of the npm package in dist, minified and with its libraries. */
export const isBuild = process.env.LEADCHAT_CORE === 'build';

export async function loadCore(): Promise<Pick<Core, 'createCore'>> {
  if (!isBuild) return import('../../../src/core/index.ts');
  const file = resolve('dist/browser/core.js');
  if (!existsSync(file)) throw new Error(`there is no ${file}; run \`npm run build\` first.`);
  const core: Core = await import(pathToFileURL(file).href);
  return core;
}
