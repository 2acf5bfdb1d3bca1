import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { examples } from './examples.ts';

/**
 * `npm run examples [-- next astro]`: in a copy of this repository, installs each example as its README says, then builds,
 * starts and opens it. Needs a package registry.
 */
const chosen = process.argv.slice(2);
const names = Object.keys(examples).filter((name) => chosen.length === 0 || chosen.includes(name));
const folder = await mkdtemp(join(tmpdir(), 'leadchat-examples-'));
try {
  await run('npm', ['run', 'build'], '.');
  for (const part of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'dist']) {
    await cp(part, join(folder, part), { recursive: true });
  }
  // A clone contains them too, but an example must not get its framework from there.
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  for (const name of names) await install(name);
  const playwright = ['node_modules/playwright/cli.js', 'test', '--config', 'e2e/examples'];
  process.env.LEADCHAT_EXAMPLES = join(folder, 'examples');
  await run(process.execPath, [...playwright, '--grep', names.map((name) => `example ${name} `).join('|')], '.');
} catch (error) {
  console.error(`[leadchat] examples: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Copies an example without build output and node_modules, and installs it. */
async function install(name: string): Promise<void> {
  const to = join(folder, 'examples', name);
  const isSource = (path: string) => !/[\\/](?:node_modules|dist|\.next|\.nuxt|\.output|\.astro)$/.test(path);
  await cp(join('examples', name), to, { recursive: true, filter: isSource });
  console.error(`[leadchat] examples: installing ${name}`);
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], to);
}

function run(command: string, args: string[], cwd: string): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', fail);
    child.once('exit', (code) =>
      code === 0 ? done() : fail(new Error(`${command} ${args.join(' ')} ended with ${code}`)),
    );
  });
}
