import { rm } from 'node:fs/promises';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { pureSchemas } from './pure-schemas.ts';

/**
 * Builds what a browser loads:
 * - dist/assets/panel-<hash>.js and its chunks: ES modules, loaded on intent, immutable by their hash;
 * - dist/leadchat.js: the classic script of the one-line install, which knows the panel's name.
 */
const shared: InlineConfig = {
  configFile: false,
  publicDir: false,
  base: './',
  logLevel: 'warn',
  plugins: [pureSchemas()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
};

await rm('dist', { recursive: true, force: true });
const panel = await buildPanel();
await buildScript(panel);

/** Returns the entry's file name, relative to dist. */
async function buildPanel(): Promise<string> {
  const output = await build({
    ...shared,
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      target: 'es2022',
      // Read by build/size.ts: which chunk needs which.
      manifest: true,
      // The shell loads chunks when they are needed; preloading would need markup in the host's page.
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { panel: 'src/panel.ts' },
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
        },
      },
    },
  });
  const entry = chunksOf(output).find((chunk) => chunk.isEntry);
  if (entry === undefined) throw new Error('the build of src/panel.ts has no entry chunk');
  return entry.fileName;
}

async function buildScript(panel: string): Promise<void> {
  await build({
    ...shared,
    define: { __PANEL__: JSON.stringify(panel) },
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      target: 'es2020',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { leadchat: 'src/embed/main.ts' },
        output: { format: 'iife', entryFileNames: 'leadchat.js' },
      },
    },
  });
}

function chunksOf(result: Awaited<ReturnType<typeof build>>): Rolldown.OutputChunk[] {
  const outputs = Array.isArray(result) ? result : [result];
  return outputs.flatMap((one) => ('output' in one ? one.output : [])).filter((item) => item.type === 'chunk');
}
