import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
