import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin, Rolldown } from 'vite';
import { leanCode } from './lean-code.ts';
import { leanSocket } from './lean-socket.ts';
import { leanStyles } from './lean-styles.ts';
import { pureSchemas } from './pure-schemas.ts';

export const shared: InlineConfig = {
  configFile: false,
  publicDir: false,
  base: './',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
};

const fileAt = (path: string, base: string) => fileURLToPath(new URL(path, base));

const inPlaceOf = {
  'zod/mini': fileAt('small-schemas.ts', import.meta.url),
  // The library's own source: what it publishes is compiled for ES5, with twice the bytes.
  'reconnecting-websocket': fileAt(
    'reconnecting-websocket.ts',
    import.meta.resolve('reconnecting-websocket/package.json'),
  ),
};

const plugins = [leanStyles(), leanSocket(), pureSchemas(), plainImports(), leanCode()];

/** What a page's own bundle takes: schemas in 1.3 kB instead of 8.6; test/build/small-schemas.test.ts holds the two to the same answers. */
export const forPackage: InlineConfig = {
  ...shared,
  plugins,
  resolve: { alias: inPlaceOf },
};

/**
 * What visitors load by the script tag: Preact in a fifth of its size too, signals in half, and of reconnecting-websocket the
 * one attempt that is used of it. Tests in test/build compare; those of the connection run on it as the project small-socket.
 * A page's own bundle may use the signals of leadchat/core with the library itself.
 */
export const forVisitors: InlineConfig = {
  ...forPackage,
  plugins: [...plugins, ownLinks()],
  resolve: {
    alias: {
      ...inPlaceOf,
      'reconnecting-websocket': fileAt('small-socket.ts', import.meta.url),
      'preact/jsx-runtime': fileAt('small-preact.ts', import.meta.url),
      preact: fileAt('small-preact.ts', import.meta.url),
      '@preact/signals-core': fileAt('small-signals.ts', import.meta.url),
    },
  },
};

export const output: InlineConfig['build'] = {
  outDir: 'dist',
  emptyOutDir: false,
  // The shell loads chunks when they are needed; preloading would need markup in the host's page.
  modulePreload: false,
  reportCompressedSize: false,
};

/** A name that a module does not export would be undefined in the visitor's browser: that is no warning. */
export function refuseMissing(
  level: Rolldown.LogLevel,
  log: Rolldown.RolldownLog,
  pass: Rolldown.LogOrStringHandler,
): void {
  if (log.code === 'IMPORT_IS_UNDEFINED' || log.code === 'MISSING_EXPORT') throw new Error(log.message);
  pass(level, log);
}

/** Vite wraps each `import()` for the style sheets and preloads that it may need; ours have none. */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: {
      filter: { id: /\0vite\/preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
  };
}

/** The form has links of its own: they are 0.3 kB, and as a file that it shares with rich texts they are one more request. */
function ownLinks(): Plugin {
  return {
    name: 'own-links',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/(?:link|safe-link)\.tsx?$/ },
      async handler(source, importer = '') {
        if (!/\/ui\/form\/|\?form$/.test(importer)) return null;
        const found = await this.resolve(source, importer);
        return found && `${found.id}?form`;
      },
    },
  };
}
