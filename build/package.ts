import { execFile } from 'node:child_process';
import { chmod, cp, glob, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import manifest from '../package.json' with { type: 'json' };
import { documentTypes } from './document-types.ts';
import { pruneTypes } from './prune-types.ts';
import { output, refuseMissing, shared } from './vite-settings.ts';

const run = promisify(execFile);

/** What package.json exports says where each entry is: its module, its types, and by these its source. */
const entries = Object.values(manifest.exports).filter((entry) => typeof entry !== 'string');
const entriesIn = (folder: string) => entries.filter((entry) => entry.types.startsWith(`./${folder}/`));

/**
 * What package.json exports:
 * - dist/browser: ES modules that need nothing else, so that a bundler, or a static host, takes them as they are;
 * - dist/server: client, proxy, sandbox and the command line, file by file, their libraries imported by name;
 * - types of all, beside the server's files and in dist/types.
 */
export async function buildPackage(): Promise<void> {
  await buildBrowserEntries();
  await compile('build/tsconfig.server.json', 'dist/server');
  await compile('build/tsconfig.browser.json', 'dist/types');
  await cp('src/sandbox/inspect/page', 'dist/server/sandbox/inspect/page', { recursive: true });
  await makeCommand('dist/server/cli/main.js');
}

async function buildBrowserEntries(): Promise<void> {
  const input = Object.fromEntries(
    entriesIn('dist/types').map(({ types, default: module }) => [
      basename(module, '.js'),
      types.replace('./dist/types', 'src').replace(/\.d\.ts$/, '.ts'),
    ]),
  );
  await build({
    ...shared,
    build: {
      ...output,
      target: 'es2022',
      rolldownOptions: {
        // Frameworks read React's 'use client' in the entry, and it does stay its first line.
        onLog: (level, log, pass) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && refuseMissing(level, log, pass),
        input,
        external: ['react', 'vue'],
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          entryFileNames: 'browser/[name].js',
          chunkFileNames: 'browser/chunks/[name]-[hash].js',
        },
      },
    },
  });
}

/** Compiles a project, and leaves in the folder the declarations that the entries' own need. */
async function compile(project: string, folder: string): Promise<void> {
  try {
    await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project]);
  } catch (error) {
    const told = error instanceof Error && 'stdout' in error ? error.stdout : error;
    throw new Error(`${project} does not compile:\n${told}`);
  }
  const declarations: string[] = [];
  for await (const file of glob(`${folder}/**/*.d.ts`)) {
    declarations.push(file);
    // They name each other by the file that Node would load, as `moduleResolution` node16 demands.
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/((?:from |import\()['"]\.{1,2}\/[^'"]*)\.tsx?(['"])/g, '$1.js$2'));
  }
  await documentTypes(declarations);
  await pruneTypes(
    declarations,
    entriesIn(folder).map(({ types }) => types),
  );
}

async function makeCommand(file: string): Promise<void> {
  await writeFile(file, `#!/usr/bin/env node\n${await readFile(file, 'utf8')}`);
  await chmod(file, 0o755);
}
