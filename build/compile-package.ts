import { execFile } from 'node:child_process';
import { chmod, cp, glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { documentTypes } from './document-types.ts';
import { pruneTypes } from './prune-types.ts';

const run = promisify(execFile);

/** Adds what Vite does not build for the npm package: the declarations of all entries, and the other files of server/. */
export async function compilePackage(folder: string): Promise<void> {
  await Promise.all([
    compile('build/tsconfig.server.json', folder, 'server'),
    compile('build/tsconfig.browser.json', folder, 'types'),
  ]);
  await cp('src/sandbox/inspect/page', join(folder, 'server/page'), { recursive: true });
  await makeCommand(join(folder, 'server/cli/main.js'));
}

/** Writes a project's declarations, but only those that the package's entries need. */
async function compile(project: string, folder: string, name: string): Promise<void> {
  const output = join(folder, name);
  try {
    await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project, '--outDir', output]);
  } catch (error) {
    throw new Error(`${project} does not compile:\n${Object(error).stdout || error}`);
  }
  const declarations: string[] = [];
  for await (const file of glob(`${output}/**/*.d.ts`)) {
    declarations.push(file);
    // With `moduleResolution` node16, declarations name each other by the file that Node would load.
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/((?:from |import\()['"]\.{1,2}\/[^'"]*)\.tsx?(['"])/g, '$1.js$2'));
  }
  await documentTypes(declarations);
  await pruneTypes(declarations, entriesBelow(folder, name));
}

/** The declarations that package.json exports from a folder of dist. */
function entriesBelow(folder: string, name: string): string[] {
  return Object.values(manifest.exports)
    .flatMap((entry) => (typeof entry === 'string' ? [] : [entry.types]))
    .filter((types) => types.startsWith(`./dist/${name}/`))
    .map((types) => types.replace('./dist', folder));
}

async function makeCommand(file: string): Promise<void> {
  await writeFile(file, `#!/usr/bin/env node\n${await readFile(file, 'utf8')}`);
  await chmod(file, 0o755);
}
