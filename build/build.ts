import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createBuilder } from 'vite';
import { compilePackage } from './compile-package.ts';
import { precompress } from './precompress.ts';
import { replaceFiles } from './replace-files.ts';
import { writePinnedFiles } from './write-pinned-files.ts';

/**
 * Builds dist/: the bundles of vite.config.ts, the files for pages that pin a build, and the declarations of the npm
 * package. `--browser` leaves out the server and the declarations, which take most of the time.
 */
const isBrowserOnly = process.argv.includes('--browser');

// Not in dist, which a running proxy may be serving.
const folder = await mkdtemp(resolve('.dist-'));
try {
  const builder = await createBuilder({
    logLevel: 'warn',
    // Node can run the configuration as it is. Bundling it would take seconds and cause a warning.
    configLoader: 'native',
    build: { outDir: folder },
    environments: { client: { build: { outDir: join(folder, 'site') } } },
  });
  await builder.buildApp();
  await precompress(folder, await writePinnedFiles(folder));
  if (!isBrowserOnly) await compilePackage(folder);
  await replaceFiles(folder, 'dist', isBrowserOnly ? ['server', 'types'] : []);
} finally {
  await rm(folder, { recursive: true, force: true });
}
