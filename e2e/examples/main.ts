import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { examples } from './examples.ts';

/**
 * `npm run examples [-- next astro]`: packs the package, installs each example outside of this repository, as users do,
 * then builds, starts and opens them. Needs a package registry.
 */
const chosen = process.argv.slice(2);
const names = Object.keys(examples).filter((name) => chosen.length === 0 || chosen.includes(name));
const folder = await mkdtemp(join(tmpdir(), 'leadchat-examples-'));
try {
  await run('npm', ['pack', '--loglevel=error', '--pack-destination', folder], '.');
  const [packed] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  for (const name of names) await install(name, `file:../${packed}`);
  const playwright = ['node_modules/playwright/cli.js', 'test', '--config', 'e2e/examples'];
  process.env.LEADCHAT_EXAMPLES = folder;
  await run(process.execPath, [...playwright, '--grep', names.map((name) => `example ${name} `).join('|')], '.');
} catch (error) {
  console.error(`[leadchat] examples: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Copies an example without build output and node_modules, and installs it with the packed package. */
async function install(name: string, leadchat: string): Promise<void> {
  const to = join(folder, name);
  const isSource = (path: string) => !/[\\/](?:node_modules|dist|\.next|\.nuxt|\.output|\.astro)$/.test(path);
  await cp(join('examples', name), to, { recursive: true, filter: isSource });
  const file = join(to, 'package.json');
  const manifest = z
    .looseObject({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(file, 'utf8')));
  manifest.dependencies.leadchat = leadchat;
  await writeFile(file, JSON.stringify(manifest));
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
