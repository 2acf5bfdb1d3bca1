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
  setFacts: true,
};

/**
 * A script of an earlier build may provide less: the current one then takes its place, with what the page has set in code, and
 * open or hidden if it was. Only where that is certain: the chat is the page's only one, and the current script, which as a
 * module is no `currentScript`, will find its tag. Everywhere else, and while the current script cannot be loaded, the earlier
 * one stays and reports that it has no panel.
 */
function currentPanel(file: string, hash: string): string {
  return `import { createPanel as create } from ${JSON.stringify(`./${file}`)};
const needs = ${JSON.stringify(Object.keys(needs))};
let isReplaced = false;
export async function createPanel(deps) {
  if (needs.every((name) => name in deps)) return create(deps);
  await replaceScript(deps);
  throw new Error('The script of this page is of an earlier build. Reload the page.');
}
async function replaceScript({ element, get, optionLayers = get }) {
  const [tag, ...otherTags] = document.querySelectorAll('script[src*="/leadchat"]');
  const [, folder, query] = /^([^?#]*\\/)[^?#]*([^#]*)/.exec(tag?.src) ?? [];
  if (\`\${folder}panel.js\` !== import.meta.url || otherTags.some(({ src }) => src !== tag.src)) return;
  // Under an address of its own, because the browser may have the earlier one in its cache.
  const script = \`\${folder}leadchat.js\${query ? \`\${query}&\` : '?'}build=${hash}\`;
  if (!(await preload(script))) return;
  const [widget, ...otherWidgets] = document.querySelectorAll('leadchat-widget');
  const state = window.LeadChat?.getState?.();
  if (isReplaced || !state || widget !== element || otherWidgets.length > 0) return;
  isReplaced = true;
  const queue = [['init', optionLayers().overrides]];
  if (state.open) queue.push(['open']);
  if (element.hidden) queue.push(['hide']);
  LeadChat.destroy();
  // As the page's stub, whose calls the current script makes.
  window.LeadChat = Object.assign((...call) => queue.push(call), { q: queue });
  await import(script);
}
/** Whether the script is there, so that its import cannot fail. */
function preload(href) {
  const link = document.createElement('link');
  if (!link.relList.supports('modulepreload')) return false;
  const loaded = new Promise((done) => {
    Object.assign(link, { rel: 'modulepreload', href, onload: () => done(true), onerror: () => done(false) });
  });
  document.documentElement.appendChild(link);
  return loaded.finally(() => link.remove());
}
`;
}
