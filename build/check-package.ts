import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { checkDocumentation, checkImports, checkServer } from './check-entries.ts';

const run = promisify(execFile);

/** Checks the built package as npm would publish it. Every finding is a failure. */
const folder = await mkdtemp(join(tmpdir(), 'leadchat-package-'));
try {
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
  const [{ filename, files, size }] = JSON.parse(stdout);
  const tarball = join(folder, filename);
  const findings = await Promise.all([
    report('publint', run('npx', ['publint', '--strict', tarball])),
    report('are-the-types-wrong', run('npx', ['attw', '--profile', 'esm-only', tarball])),
    report('documentation of the options', checkDocumentation()),
    report('imports in Node', checkImports()),
    report('imports of the server', checkServer()),
    report('contents', checkContents(files)),
    report('imports of the declarations', checkDeclarations(files)),
  ]);
  console.log(`     ${files.length} files, ${Math.round(size / 1000)} kB packed`);
  if (findings.includes(false)) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function report(what: string, check: Promise<unknown>): Promise<boolean> {
  try {
    await check;
    console.log(`ok   ${what}`);
    return true;
  } catch (error) {
    // The command's output says what is wrong; the error says only that it failed.
    const { stdout = '', stderr = '', message } = Object(error);
    console.error(`FAIL ${what}\n${`${stdout}${stderr}`.trim() || message}`);
    return false;
  }
}

/** The package contains the build only: no sources, no tests, nothing from this machine. */
async function checkContents(files: { path: string }[]): Promise<void> {
  const expected = /^dist\/(?!\.)|^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
  const unexpected = files
    .map(({ path }) => path)
    .filter((path) => !expected.test(path) || /\.(?:test|spec)\./.test(path));
  if (unexpected.length > 0) throw new Error(`not meant to be published: ${unexpected.join(', ')}`);
}

/** What the declarations import, users have: other files of the package, and what it depends on. Bundled libraries are not among them. */
async function checkDeclarations(files: { path: string }[]): Promise<void> {
  const packages = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const isKnown = (name: string) => packages.some((known) => name === known || name.startsWith(`${known}/`));
  const unknown: string[] = [];
  for (const { path } of files.filter((file) => file.path.endsWith('.d.ts'))) {
    const imports = (await readFile(path, 'utf8')).matchAll(/(?:from |import\()['"]([^.'"][^'"]*)['"]/g);
    for (const [, name = ''] of imports) if (!isKnown(name)) unknown.push(`${path} imports ${name}`);
  }
  if (unknown.length > 0) throw new Error(unknown.join('\n'));
}
