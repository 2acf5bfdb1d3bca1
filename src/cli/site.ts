import { createReadStream, existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { isLoopbackName } from '../protocol/host-check.ts';
import { close, createLocalServer, listen } from './http-server.ts';
import { addressOf, loopback } from './local-address.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

export type SiteOptions = {
  port: number;
  /** Address to listen on. Other machines reach only one that is not loopback. @default "127.0.0.1" */
  host?: string;
  /** Folder with the pages, and the file `_headers` with the headers of single paths. */
  root: string;
  /** Folder with the built widget, served under /dist. */
  dist: string;
  /**
   * Placeholders in the pages, and the addresses of proxy and sandbox that replace them. Those are known only after
   * start.
   */
  replace: Readonly<Record<string, string>>;
  /** The same for visitors on this machine, who may see secrets. They win over `replace`. @default none */
  replaceLocally?: Readonly<Record<string, string>>;
  /** Handles the requests below /demo. @default they are not found */
  controls?: RequestListener;
};

/** A static site on a real port, like a customer's web server. */
export async function startSite(options: SiteOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const { host = loopback } = options;
  const server = createLocalServer(host, (request, response) => {
    if (options.controls !== undefined && request.url?.startsWith('/demo/')) {
      options.controls(request, response);
      return;
    }
    serve(options, request, response).catch(() => response.destroy());
  });
  const port = await listen(server, options.port, host);
  return { url: addressOf(host, port), stop: () => close(server) };
}

async function serve(options: SiteOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '/' } = request;
  const file = fileFor(options, url);
  if (file === undefined) {
    const folder = folderFor(options, url);
    if (folder !== undefined) response.writeHead(302, { location: folder }).end();
    else response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n');
    return;
  }
  const headers = {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    ...(await headersOf(options, url)),
  };
  if (extname(file) !== '.html') {
    response.writeHead(200, headers);
    createReadStream(file).pipe(response);
    return;
  }
  const replace = isFromThisMachine(request) ? { ...options.replace, ...options.replaceLocally } : options.replace;
  const page = await readPage(replace, file);
  response.writeHead(200, headers).end(page);
}

/** A request that a tunnel or a reverse proxy passes on comes from this machine too, but its visitor does not. */
function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const name = headers.host?.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  const address = socket.remoteAddress?.replace(/^::ffff:/, '');
  return name !== undefined && address !== undefined && isLoopbackName(name.toLowerCase()) && isLoopbackName(address);
}

/** Reads a page and replaces its placeholders. */
async function readPage(replace: Readonly<Record<string, string>>, file: string): Promise<string> {
  let page = await readFile(file, 'utf8');
  for (const [text, value] of Object.entries(replace)) page = page.replaceAll(text, value);
  return page;
}

/**
 * The headers of `_headers`, in the format of Netlify and Cloudflare Pages: a path, which may end with `*`, then indented
 * headers.
 */
async function headersOf(options: SiteOptions, url: string): Promise<Record<string, string>> {
  const file = join(options.root, '_headers');
  if (!existsSync(file)) return {};
  const lines = (await readPage(options.replace, file)).split('\n');
  const path = new URL(url, 'http://site').pathname.replace(/\.html$/, '');
  const isFor = (line: string) => (line.endsWith('/*') ? path.startsWith(line.slice(0, -1)) : line === path);
  const start = lines.findIndex(isFor);
  if (start === -1) return {};
  const own = lines.slice(start + 1);
  const end = own.findIndex((line) => !line.startsWith('  '));
  return Object.fromEntries(
    own.slice(0, end).map((line) => {
      const [name = '', ...value] = line.trim().split(': ');
      return [name, value.join(': ')] as const;
    }),
  );
}

/** The file for a URL, or undefined. Serves only existing files inside the two folders. */
function fileFor({ root, dist }: SiteOptions, url: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(new URL(url, 'http://site').pathname);
  } catch {
    return undefined;
  }
  const [folder, rest] = path.startsWith('/dist/') ? [dist, path.slice('/dist'.length)] : [root, path];
  const file = resolve(join(folder, rest.endsWith('/') ? `${rest}index.html` : rest));
  if (!file.startsWith(resolve(folder) + sep)) return undefined;
  // Like most static hosts, serves a page without its extension too.
  return [file, `${file}.html`].find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile());
}

/** Where the page of a folder is if the slash at the end of its URL is missing, or undefined. */
function folderFor(options: SiteOptions, url: string): string | undefined {
  const { pathname, search } = URL.parse(url, 'http://site') ?? {};
  if (pathname === undefined || fileFor(options, `${pathname}/`) === undefined) return undefined;
  // Relative, because a path that begins with two slashes would name another host.
  return `./${pathname.slice(pathname.lastIndexOf('/') + 1)}/${search}`;
}
