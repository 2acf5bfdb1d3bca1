import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import type { HostSite } from './host-site.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** Serves folders of this project as a web server at its root, with the proxy's actual address in the pages. */
export function serveFolders(site: HostSite, folders: readonly string[]): void {
  site.fallback((path) => {
    const file = `.${path.endsWith('/') ? `${path}index.html` : path}`;
    const type = types[extname(file)];
    const isServed = folders.some((folder) => file.startsWith(`./${folder}/`)) && !file.includes('..');
    if (!isServed || type === undefined || !existsSync(file) || !statSync(file).isFile()) return undefined;
    return { content: readFileSync(file, 'utf8').replaceAll('http://localhost:4001', site.proxy.url), type };
  });
}
