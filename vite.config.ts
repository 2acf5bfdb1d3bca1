import { basename, join } from 'node:path';
import { defineConfig, type Rolldown } from 'vite';
import { browserTarget } from './build/browsers.ts';
import { chunkFiles } from './build/chunk-files.ts';
import { setPageAside } from './build/set-page-aside.ts';
import { documentedThemesModule } from './build/site/documented-themes.ts';
import { optionDocs } from './build/site/option-docs.ts';
import { siteContent, sitePages } from './build/site/site-pages.ts';
import { sourceMaps } from './build/source-maps.ts';
import manifest from './package.json' with { type: 'json' };

/**
 * An explicit compile hint of V8: it compiles all functions of a file while it loads, beside the page, instead of each one when
 * it is first called. leadchat.js takes a third less of the main thread until the bubble appears, and the longest task while
 * the chat opens is a quarter shorter. Other engines ignore it.
 */
const compileAtOnce = '//# allFunctionsCalledOnLoad';

/**
 * What is requested together is one file: a module with all that it imports, except for what a group before it has. A bundler
 * by itself would make a file of whatever two others share.
 */
const requestedTogether: Rolldown.CodeSplittingGroup[] = [
  // Apart from the panel, which needs them first: creating schemas takes a slow phone as long as drawing the form, and is done
  // while the panel is on its way.
  {
    name: 'schemas',
    test: /\/src\/(?:options\/schema|protocol\/proxy\/public-config|core\/effects\/visit-storage)\.ts$/,
  },
  // With what the form and the conversation share: else it is the form's, and a chat without one loads both.
  { name: 'panel', test: /\/src\/widget\/(?:panel\/index|ui\/(?:visitor-event|callback\/CallButton))\.tsx?$/ },
  { name: 'leads', test: /\/src\/widget\/panel\/leads\.ts$/ },
];

/**
 * Everything that runs in a browser, one environment for each way it gets there. `vite build` builds them all, `vite`
 * serves the demo site from the sources. What else dist/ holds is made by build/build.ts; tests: vitest.config.ts.
 */
export default defineConfig({
  root: 'public',
  // Nobody knows where a site serves the files from.
  base: './',
  publicDir: false,
  plugins: [setPageAside(), chunkFiles(), sourceMaps(), siteContent(), optionDocs(), documentedThemesModule()],
  // The pages load the site's own code, which is outside public/, as /src/site/….
  resolve: { alias: { '/src/site': fromRoot('src/site') } },
  // The demo site imports the widget's sources in development.
  server: { fs: { allow: ['..'] } },
  build: {
    outDir: fromRoot('dist'),
    emptyOutDir: false,
    target: browserTarget,
    // Style sheets are minified, not rewritten for older browsers: they bring their own fallbacks (`@supports`).
    cssTarget: 'esnext',
    modulePreload: false,
    reportCompressedSize: false,
  },
  environments: {
    /** The panel and its chunks: ES modules that leadchat.js loads when a visitor wants to chat. */
    panel: {
      consumer: 'client',
      build: {
        manifest: true,
        sourcemap: 'hidden',
        // Library mode leaves `import()` as it is. In app mode Vite adds a preload helper, which has nothing to preload here.
        lib: { entry: { panel: fromRoot('src/widget/panel/index.ts') }, formats: ['es'] },
        rolldownOptions: {
          // Lazy chunks import from the panel instead of sharing a third file with it: one request less when it opens.
          preserveEntrySignatures: 'allow-extension',
          output: {
            codeSplitting: { groups: requestedTogether },
            entryFileNames: 'assets/[name]-[hash].js',
            chunkFileNames: 'assets/[name]-[hash].js',
            // Library mode keeps white space for the bundlers of others; this is the last build before the browser.
            minify: true,
            // Tree shaking reads `@__PURE__` before this; nobody reads it after.
            comments: { annotation: false, jsdoc: false },
            postBanner: ({ name }) => (requestedTogether.some((group) => group.name === name) ? compileAtOnce : ''),
          },
        },
      },
    },
    /** leadchat.js, the classic script of the one-line install. */
    script: {
      consumer: 'client',
      build: {
        sourcemap: 'hidden',
        rolldownOptions: {
          input: { leadchat: fromRoot('src/adapters/script-tag/main.ts') },
          output: {
            format: 'iife',
            entryFileNames: '[name].js',
            // V8 keeps a script with one letter beyond Latin-1 in two bytes for each character.
            charset: 'ascii',
            postBanner: compileAtOnce,
          },
        },
      },
    },
    /**
     * The browser entries of the npm package. They bundle their libraries, so a static host can serve them too. Their chunks are
     * those of the script tag: a page's own bundler takes each of them as one module, and loads no more files than that.
     */
    package: {
      consumer: 'client',
      build: {
        lib: { entry: packageEntries((name) => name !== 'core'), formats: ['es'] },
        rolldownOptions: {
          external: ['react', 'vue'],
          // React's 'use client' does stay the first line of its entry.
          onLog: ignoring('MODULE_LEVEL_DIRECTIVE'),
          output: {
            codeSplitting: {
              groups: [
                // What all of them load with the page.
                { name: 'launcher', tags: ['$initial'], test: /\/src\/(?!adapters\/(?:element|react|vue)\/)/ },
                ...requestedTogether,
              ],
            },
            entryFileNames: 'browser/[name].js',
            chunkFileNames: 'browser/chunks/[name]-[hash].js',
          },
        },
      },
    },
    /**
     * `leadchat/core`, apart from the others: it contains the code for leads and of the connection, which they load when they need
     * it, and nothing of the panel.
     */
    core: {
      consumer: 'client',
      build: {
        lib: { entry: packageEntries((name) => name === 'core'), formats: ['es'] },
        rolldownOptions: {
          output: {
            entryFileNames: 'browser/[name].js',
            chunkFileNames: 'browser/chunks/[name]-[hash].js',
          },
        },
      },
    },
    /**
     * The server entries of the npm package and the command line, with their libraries, so that installing leadchat for a
     * browser brings no server and no database driver along. Only what the declarations import stays a dependency.
     */
    server: {
      consumer: 'server',
      resolve: { noExternal: true, external: Object.keys(manifest.dependencies) },
      build: {
        ssr: true,
        target: 'node22',
        minify: false,
        license: { fileName: 'server/LICENSES.md' },
        rolldownOptions: {
          input: serverEntries(),
          // pg tries both, and works without them.
          external: ['pg-native', 'pg-cloudflare'],
          // In one folder: a module finds the store's thread and the sandbox's page beside itself, whichever chunk it is in.
          output: { entryFileNames: 'server/[name].js', chunkFileNames: 'server/[name]-[hash].js' },
        },
      },
    },
    /** The client of the service API, for any runtime, Node or not. */
    serviceClient: {
      consumer: 'client',
      build: {
        lib: {
          entry: { client: fromRoot('src/service-client/index.ts') },
          formats: ['es'],
        },
        minify: false,
        license: { fileName: 'server/LICENSES.client.md' },
        rolldownOptions: {
          external: /^(?:zod|@preact\/signals-core)(?:\/|$)/,
          output: { entryFileNames: 'server/[name].js', chunkFileNames: 'server/[name]-[hash].js' },
        },
      },
    },
    /** The admin dashboard, served by the proxy at /admin. */
    admin: {
      consumer: 'client',
      build: {
        rolldownOptions: {
          // It lists the English texts, which the widget loads.
          onLog: ignoring('INEFFECTIVE_DYNAMIC_IMPORT'),
          input: { page: fromRoot('src/admin/main.tsx'), preview: fromRoot('src/admin/settings/preview-page.ts') },
          output: { entryFileNames: 'admin/[name].js', chunkFileNames: 'admin/[name]-[hash].js' },
        },
      },
    },
    /** The demo site. */
    client: {
      build: {
        outDir: fromRoot('dist/site'),
        assetsInlineLimit: 0,
        // The configurator lists the English texts, which the widget loads.
        rolldownOptions: { onLog: ignoring('INEFFECTIVE_DYNAMIC_IMPORT'), input: sitePages() },
      },
    },
  },
  builder: {
    async buildApp({ environments, build }) {
      const isBrowserOnly = process.argv.includes('--browser');
      // In this order: leadchat.js names the panel's file.
      const environmentNames = [
        'panel',
        'script',
        'package',
        'core',
        'admin',
        'client',
        ...(isBrowserOnly ? [] : ['server', 'serviceClient']),
      ];
      for (const name of environmentNames) {
        const environment = environments[name];
        if (environment !== undefined) await build(environment);
      }
    },
  },
});

/** Reports what a build says, except for these codes. */
function ignoring(...codes: readonly string[]): NonNullable<Rolldown.InputOptions['onLog']> {
  return (level, log, warn) => {
    if (!codes.includes(log.code ?? '')) warn(level, log);
  };
}

/** Vite's own root is the folder of the demo site. */
function fromRoot(path: string): string {
  return join(import.meta.dirname, path);
}

/** Browser entries that package.json exports, by the name of their module: their types say which source they are. */
function packageEntries(isWanted: (name: string) => boolean): Record<string, string> {
  const entries = Object.values(manifest.exports).filter((entry) => typeof entry !== 'string');
  return Object.fromEntries(
    entries
      .filter((entry) => entry.default.startsWith('./dist/browser/') && isWanted(basename(entry.default, '.js')))
      .map(({ types, default: module }) => [
        basename(module, '.js'),
        fromRoot(types.replace('./dist/types', 'src').replace(/\.d\.ts$/, '.ts')),
      ]),
  );
}

/** The entries that need Node: those that package.json exports, the command line, and the thread of the SQLite store. */
function serverEntries(): Record<string, string> {
  return {
    proxy: fromRoot('src/proxy/index.ts'),
    sandbox: fromRoot('src/sandbox/index.ts'),
    'cli/main': fromRoot('src/cli/main.ts'),
    'store-thread': fromRoot('src/proxy/store/sqlite/store-thread.ts'),
  };
}
