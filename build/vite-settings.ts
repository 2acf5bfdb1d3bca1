import { fileURLToPath } from 'node:url';
import type { InlineConfig, Rolldown } from 'vite';
import { leanStyles } from './lean-styles.ts';

export const shared: InlineConfig = {
  configFile: false,
  publicDir: false,
  base: './',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
};

/** What visitors load: schemas in 1.3 kB instead of 8.6; test/build/small-schemas.test.ts holds the two to the same answers. */
export const forVisitors: InlineConfig = {
  ...shared,
  plugins: [leanStyles()],
  resolve: { alias: { 'zod/mini': fileURLToPath(new URL('small-schemas.ts', import.meta.url)) } },
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
