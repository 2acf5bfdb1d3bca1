import type { InlineConfig, Rolldown } from 'vite';

export const shared: InlineConfig = {
  configFile: false,
  publicDir: false,
  base: './',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
};

export const output: InlineConfig['build'] = {
  outDir: 'dist',
  emptyOutDir: false,
  // Style sheets are shrunk, not rewritten for older browsers: they bring their own fallbacks (`@supports`).
  cssTarget: 'esnext',
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
