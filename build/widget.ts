import { build, type Rolldown } from 'vite';
import { writePinned } from './pinned.ts';
import { output, refuseMissing, shared } from './vite-settings.ts';

/**
 * What a browser loads by the script tag:
 * - dist/assets/panel-<hash>.js and its chunks: ES modules, loaded on intent, immutable by their hash;
 * - dist/leadchat.js: the classic script of the one-line install, which knows the panel's name;
 * - what pinned.ts makes of them, for pages that take checked bytes only, and for pages older than this build;
 * - dist/admin/page.js: the operator's page.
 */
export async function buildWidget(): Promise<void> {
  const panel = await buildPanel();
  await buildScript(panel);
  await writePinned('dist', panel);
  await buildOperatorsPage();
}

/** V8 then compiles a script as a whole, in one go; else it reads every function once to skip it and once more to run it. */
const runsAtOnce = '//# allFunctionsCalledOnLoad';

/** Returns the entry's file name, relative to dist. */
async function buildPanel(): Promise<string> {
  const built = await build({
    ...shared,
    build: {
      ...output,
      target: 'es2022',
      // Read by build/size.ts: which chunk needs which.
      manifest: true,
      // As a library its imports stay what they are; for a site Vite wraps each for preloads, of which we have none.
      lib: { entry: { panel: 'src/widget/panel/create-panel.ts' }, formats: ['es'] },
      rolldownOptions: {
        onLog: refuseMissing,
        // One file for all that is needed at once: it compresses better than parts, and what comes later imports from it.
        preserveEntrySignatures: 'allow-extension',
        output: {
          codeSplitting: { groups: [{ name: 'panel', tags: ['$initial'] }] },
          format: 'es',
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          // The script that every page pays for names the panel: sixteen letters compress better than sixty-four.
          hashCharacters: 'hex',
          // As in the script below. The browser compiles it beside the page then, not when it is first drawn.
          postBanner: ({ isEntry }) => (isEntry ? runsAtOnce : ''),
          // Evaluating the panel and drawing it are two tasks of the browser: neither is long enough to be felt.
          footer: ({ isEntry }) => (isEntry ? 'await new Promise((done) => setTimeout(done));' : ''),
        },
      },
    },
  });
  const entry = chunksOf(built).find((chunk) => chunk.isEntry);
  if (entry === undefined) throw new Error('the build of src/widget/panel/create-panel.ts has no entry chunk');
  return entry.fileName;
}

async function buildScript(panel: string): Promise<void> {
  await build({
    ...shared,
    define: { __PANEL__: JSON.stringify(panel) },
    build: {
      ...output,
      target: 'es2020',
      rolldownOptions: {
        onLog: refuseMissing,
        input: { leadchat: 'src/adapters/script-tag/main.ts' },
        output: {
          format: 'iife',
          entryFileNames: 'leadchat.js',
          postBanner: runsAtOnce,
        },
      },
    },
  });
}

async function buildOperatorsPage(): Promise<void> {
  await build({
    ...shared,
    build: {
      ...output,
      target: 'es2022',
      rolldownOptions: {
        onLog: refuseMissing,
        input: { page: 'src/admin/main.tsx' },
        output: { format: 'es', entryFileNames: 'admin/[name].js' },
      },
    },
  });
}

function chunksOf(result: Awaited<ReturnType<typeof build>>): Rolldown.OutputChunk[] {
  const outputs = Array.isArray(result) ? result : [result];
  return outputs.flatMap((one) => ('output' in one ? one.output : [])).filter((item) => item.type === 'chunk');
}
