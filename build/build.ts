import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { writePinned } from './pinned.ts';

/**
 * Builds what a browser loads:
 * - dist/assets/panel-<hash>.js and its chunks: ES modules, loaded on intent, immutable by their hash;
 * - dist/leadchat.js: the classic script of the one-line install, which knows the panel's name;
 * - what pinned.ts makes of them, for pages that take checked bytes only, and for pages older than this build;
 * - dist/admin/page.js: the operator's page.
 */
const shared: InlineConfig = {
  configFile: false,
  publicDir: false,
  base: './',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
};

/** What visitors load: schemas in 1.3 kB instead of 8.6; test/build/small-schemas.test.ts holds the two to the same answers. */
const forVisitors: InlineConfig = {
  ...shared,
  resolve: { alias: { 'zod/mini': fileURLToPath(new URL('small-schemas.ts', import.meta.url)) } },
};

const output: InlineConfig['build'] = {
  outDir: 'dist',
  emptyOutDir: false,
  // The shell loads chunks when they are needed; preloading would need markup in the host's page.
  modulePreload: false,
  reportCompressedSize: false,
};

await rm('dist', { recursive: true, force: true });
const panel = await buildPanel();
await buildScript(panel);
await writePinned('dist', panel);
await buildOperatorsPage();

/** Returns the entry's file name, relative to dist. */
async function buildPanel(): Promise<string> {
  const built = await build({
    ...forVisitors,
    build: {
      ...output,
      target: 'es2022',
      // Read by build/size.ts: which chunk needs which.
      manifest: true,
      rolldownOptions: {
        onLog: refuseMissing,
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
  const entry = chunksOf(built).find((chunk) => chunk.isEntry);
  if (entry === undefined) throw new Error('the build of src/panel.ts has no entry chunk');
  return entry.fileName;
}

async function buildScript(panel: string): Promise<void> {
  await build({
    ...forVisitors,
    define: { __PANEL__: JSON.stringify(panel) },
    build: {
      ...output,
      target: 'es2020',
      rolldownOptions: {
        onLog: refuseMissing,
        input: { leadchat: 'src/embed/main.ts' },
        output: { format: 'iife', entryFileNames: 'leadchat.js' },
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
        input: { page: 'src/proxy/admin/page/main.tsx' },
        output: { format: 'es', entryFileNames: 'admin/[name].js' },
      },
    },
  });
}

function chunksOf(result: Awaited<ReturnType<typeof build>>): Rolldown.OutputChunk[] {
  const outputs = Array.isArray(result) ? result : [result];
  return outputs.flatMap((one) => ('output' in one ? one.output : [])).filter((item) => item.type === 'chunk');
}

/** A name that a module does not export would be undefined in the visitor's browser: that is no warning. */
function refuseMissing(level: Rolldown.LogLevel, log: Rolldown.RolldownLog, pass: Rolldown.LogOrStringHandler): void {
  if (log.code === 'IMPORT_IS_UNDEFINED' || log.code === 'MISSING_EXPORT') throw new Error(log.message);
  pass(level, log);
}
