import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chunkNamed, readManifest } from './manifest.ts';

/**
 * Adds the files for pages that stay open after the next deployment, or that pin a build by its hashes: -
 * leadchat-<hash>.js: the script under a name whose bytes never change, for a tag with `integrity`; - panel.js: loads
 * the panel of this build, for a script whose own panel is gone; - integrity.json: the hash of every file that a page can
 * load, for `leadchat snippet`. Returns the names of the files whose bytes never change.
 */
export async function writePinnedFiles(folder: string): Promise<string[]> {
  const source = await readFile(join(folder, 'leadchat.js'));
  const script = `leadchat-${createHash('sha384').update(source).digest('hex').slice(0, 16)}.js`;
  await writeFile(join(folder, script), source);
  await writeFile(join(folder, 'panel.js'), currentPanel(chunkNamed(readManifest(folder), 'panel').file));
  const assets = (await readdir(join(folder, 'assets'))).sort().map((name) => `assets/${name}`);
  const integrity: Record<string, string> = {};
  for (const name of [script, 'panel.js', ...assets]) {
    const hash = createHash('sha384').update(await readFile(join(folder, name)));
    integrity[name] = `sha384-${hash.digest('base64')}`;
  }
  await writeFile(join(folder, 'integrity.json'), `${JSON.stringify({ script, integrity }, null, 1)}\n`);
  return [script, ...assets];
}

function currentPanel(file: string): string {
  return `export { createPanel } from ${JSON.stringify(`./${file}`)};\n`;
}
