import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Beside the script and its modules, for pages that outlive a build or take checked bytes only:
 * - leadchat-<hash>.js: the script under a name that never means other bytes, so that a tag with `integrity` holds;
 * - panel.js: leads to the panel of this build, for a script whose own panel is gone; the configuration that such a script
 *   brought along is of another build too, so the panel asks for this one's;
 * - integrity.json: the hash of every file that a page can load, for `leadchat snippet`.
 */
export async function writePinned(folder: string, panel: string): Promise<void> {
  const source = await readFile(join(folder, 'leadchat.js'));
  const script = `leadchat-${createHash('sha384').update(source).digest('hex').slice(0, 16)}.js`;
  await writeFile(join(folder, script), source);
  await writeFile(join(folder, 'panel.js'), latestPanel(`./${panel}`));
  const assets = (await readdir(join(folder, 'assets'))).sort().map((name) => `assets/${name}`);
  const integrity: Record<string, string> = {};
  for (const name of [script, 'panel.js', ...assets]) {
    const hash = createHash('sha384').update(await readFile(join(folder, name)));
    integrity[name] = `sha384-${hash.digest('base64')}`;
  }
  await writeFile(join(folder, 'integrity.json'), `${JSON.stringify({ script, integrity }, null, 1)}\n`);
}

function latestPanel(address: string): string {
  return `import { createPanel as create } from ${JSON.stringify(address)};
export const createPanel = (host) => create({ ...host, layers: () => ({ ...host.layers(), config: undefined }) });
`;
}
