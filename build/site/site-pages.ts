import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { docsPaths, docsSections, renderDocsPage } from './docs.ts';
import { siteHeader } from './layout.ts';

const root = join(import.meta.dirname, '../../public');
const searchIndex = '/docs/search-index.json';

/** The HTML files of the demo site: those in public/, and a generated one for each page of the documentation. */
export function sitePages(): string[] {
  return [
    ...globSync(['*.html', 'hosts/*.html'], { cwd: root }).map((file) => join(root, file)),
    ...docsPaths().map(fileOf),
  ];
}

/** Files that no page names: the headers for web servers, and what the demo's agent shows (src/cli/demo-script.ts). */
const unbundledFiles = ['_headers', 'practice.svg'];

/**
 * Renders the documentation's pages and search index, and inserts the demo site's navigation bar where a page asks for
 * it.
 */
export function siteContent(): Plugin {
  const docs = new Map(docsPaths().map((path) => [fileOf(path), path]));
  return {
    name: 'leadchat:site-content',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => (docs.has(id) ? id : undefined),
    load(id) {
      const path = docs.get(id);
      return path === undefined ? undefined : renderDocsPage(path);
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path }) =>
        html.replace('<!-- The bar of the demo site. -->', siteHeader(path.replace(/(?:index)?\.html$/, ''))),
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: searchIndex.slice(1), source: JSON.stringify(docsSections()) });
      for (const fileName of unbundledFiles) {
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(root, fileName), 'utf8') });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://site');
        if (pathname === searchIndex) {
          response.setHeader('content-type', 'application/json').end(JSON.stringify(docsSections()));
        } else if (docsPaths().includes(pathname)) {
          server
            .transformIndexHtml(pathname, renderDocsPage(pathname))
            .then((html) => response.setHeader('content-type', 'text/html').end(html), next);
        } else if (pathname.startsWith('/docs/')) {
          request.url = `/@fs${join(root, '..', pathname)}`;
          next();
        } else {
          next();
        }
      });
    },
  };
}

/** Where a page of the documentation would be if it were a file in public/. */
function fileOf(path: string): string {
  return join(root, path.endsWith('/') ? `${path}index.html` : `${path}.html`);
}
