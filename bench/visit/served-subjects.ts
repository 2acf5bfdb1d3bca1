import { join } from 'node:path';
import { build } from 'vite';
import type { Subject } from '../widget/subject.ts';
import { blank, leadchat } from '../widget/subjects.ts';
import { visited } from './visited-names.ts';

const { controls, connect } = leadchat;
if (connect === undefined) throw new Error('the service of the measurements has no socket');
const served = { controls: { ...controls, panel: '[role=dialog]' }, connect };

/** leadchat as a site installs it: the script of a proxy. `proxy` returns its address. */
export function fromProxy(proxy: () => string): Subject[] {
  const tag = (attributes: string) => `<script src="${proxy()}/leadchat.js"${attributes} async></script>`;
  const withForm = { ...served, controls: { ...served.controls, form: 'input[type=tel]' } };
  return [
    { ...served, name: visited.anonymous, path: 'anonymous', body: () => tag(' data-lead-form="off"') },
    { ...withForm, name: visited.form, path: 'form', body: () => tag('') },
    { ...withForm, name: visited.preloaded, path: 'preloaded', body: () => tag(' data-preload="idle"') },
  ];
}

/** A React application with and without `<LeadChat>`, bundled by Vite; everything comes from the site's own server. Builds into a folder. */
export async function inReact(folder: string): Promise<[application: Subject, withChat: Subject]> {
  const root = join(import.meta.dirname, 'react');
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    // The page is not at the root of its host.
    base: './',
    build: {
      outDir: folder,
      rolldownOptions: {
        input: { with: join(root, 'with.js'), without: join(root, 'without.js') },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  const page = (name: string, attributes: string) =>
    `<div id="root" ${attributes}></div><script type="module" src="files/${name}.js"></script>`;
  return [
    {
      ...blank,
      name: visited.react,
      path: 'react-without',
      controls: { ...blank.controls, bubble: '#root p' },
      folder,
      body: () => page('without', ''),
    },
    {
      ...served,
      name: visited.inReact,
      path: 'react',
      folder,
      body: ({ origin }) =>
        page(
          'with',
          `data-flow-id="f1000000-0000-4000-8000-000000000001" data-wss-url="ws://${origin}/react" data-lead-form="off"`,
        ),
    },
  ];
}
