import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PanelDeps } from '../src/widget/launcher/index.ts';
import { chunkNamed, readManifest } from './manifest.ts';

/**
 * Adds the files for pages that stay open after the next deployment, or that pin a build by its hashes: -
 * leadchat-<hash>.js: the script under a name whose bytes never change, for a tag with `integrity`; - panel.js: loads
 * the panel of this build, for a script whose own panel is gone; - integrity.json: the hash of every file that a page can
 * load, for `leadchat snippet`. Returns the names of the files whose bytes never change.
 */
export async function writePinnedFiles(folder: string): Promise<string[]> {
  const source = await readFile(join(folder, 'leadchat.js'));
  const hash = createHash('sha384').update(source).digest('hex').slice(0, 16);
  const script = `leadchat-${hash}.js`;
  await writeFile(join(folder, script), source);
  await writeFile(join(folder, 'panel.js'), currentPanel(chunkNamed(readManifest(folder), 'panel').file, hash));
  const assets = (await readdir(join(folder, 'assets'))).sort().map((name) => `assets/${name}`);
  const integrity: Record<string, string> = {};
  for (const name of [script, 'panel.js', ...assets]) {
    const digest = createHash('sha384').update(await readFile(join(folder, name)));
    integrity[name] = `sha384-${digest.digest('base64')}`;
  }
  await writeFile(join(folder, 'integrity.json'), `${JSON.stringify({ script, integrity }, null, 1)}\n`);
  return [script, ...assets];
}

/** What the panel needs of its script. */
const needs: Record<keyof PanelDeps, true> = {
  element: true,
  root: true,
  layer: true,
  launcher: true,
  pageViews: true,
  emit: true,
  get: true,
  subscribe: true,
  expectsForm: true,
  signal: true,
  loadConfig: true,
  forget: true,
  answerStorageConsent: true,
  chooseLocale: true,
  setOpen: true,
  report: true,
};

/**
 * A script of an earlier build may provide less: the current one then takes its place, with what the page has set in code, and open if it
 * was. Under an address of its own, because the browser may have the earlier one in its cache.
 */
function currentPanel(file: string, hash: string): string {
  return `import { createPanel as create } from ${JSON.stringify(`./${file}`)};
const needs = ${JSON.stringify(Object.keys(needs))};
let isReplaced = false;
export function createPanel(deps) {
  if (needs.every((name) => name in deps)) return create(deps);
  if (!isReplaced) replaceScript(deps);
  throw new Error('[leadchat] the current script takes the place of one of an earlier build');
}
function replaceScript({ get, optionLayers = get }) {
  isReplaced = true;
  const { open } = LeadChat.getState();
  const { overrides } = optionLayers();
  LeadChat.destroy();
  delete window.LeadChat;
  import('./leadchat.js?${hash}').then(() => {
    LeadChat.init(overrides);
    if (open) LeadChat.open();
  });
}
`;
}
