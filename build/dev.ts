import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { parseArgs } from 'node:util';
import { createServer, type Plugin } from 'vite';
import { announce, defaultAddresses, readDemoPorts, startDemoServers, stopOnSignal } from '../src/cli/index.ts';

/**
 * `npm run dev`: serves the demo site from its sources and reloads it on changes. Also starts the sandbox and the
 * proxy. The proxy's own pages (/admin, /leadchat.js) come from the last `npm run build`.
 */
const { values: options } = parseArgs({ options: { port: { type: 'string' } } });
const adminToken = randomUUID();
const { addresses, stops } = await startDemoServers({
  ports: readDemoPorts(options.port),
  adminToken,
  startSite: async ({ port, replace, replaceLocally, controls }) => {
    const server = await createServer({
      // Vite listens on the loopback address, and refuses a foreign Host, unless it is told otherwise.
      server: { port, strictPort: true },
      plugins: [
        widgetFromSources(() => ({ ...replace, ...replaceLocally })),
        demoControls(controls),
        filesForPreviews(),
      ],
    });
    await server.listen();
    const [url] = server.resolvedUrls?.local ?? [];
    if (url === undefined) throw new Error('Vite listens at no local address.');
    return { url: new URL(url).origin, stop: () => server.close() };
  },
});
const isDashboardBuilt = existsSync(new URL('../dist/admin/page.js', import.meta.url));
stopOnSignal(stops);
announce(addresses, false, [
  '',
  `Admin dashboard: ${addresses.proxy}/admin, with the token ${adminToken}`,
  ...(isDashboardBuilt
    ? []
    : ['The dashboard is not built yet, so its page is empty: npm run build, then restart npm run dev.']),
  'Press Ctrl-C to stop.',
]);

/** Lets the pages load public/dev.ts instead of the proxy's leadchat.js, and fills in the addresses. */
function widgetFromSources(replace: () => Readonly<Record<string, string>>): Plugin {
  return {
    name: 'leadchat:widget-from-sources',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        const tag = `src="${defaultAddresses.proxy}/leadchat.js"`;
        let page = html.replace(tag, `type="module" src="/dev.ts" data-proxy-url="${defaultAddresses.proxy}"`);
        for (const [text, address] of Object.entries(replace())) page = page.replaceAll(text, address);
        return page;
      },
    },
  };
}

/**
 * Lets the frames of previews, which have no origin, load scripts and style sheets: the built site has `_headers` for that. Any
 * page can have such a frame, so it gets no page, which may contain a token, and no file outside the sources.
 */
function filesForPreviews(): Plugin {
  const root = new URL('..', import.meta.url).pathname;
  const isSource = (path: string) =>
    /^\/(?:@vite|@id|node_modules)\/|^\/[\w-]+\.css$/.test(path) ||
    [`/@fs${root}src/`, `/@fs${root}node_modules/`].some((folder) => path.startsWith(folder));
  return {
    name: 'leadchat:files-for-previews',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://site');
        if (request.headers.origin === 'null' && isSource(pathname)) {
          response.setHeader('access-control-allow-origin', 'null');
        }
        next();
      });
    },
  };
}

/** Handles the requests of the page /behind. */
function demoControls(controls: RequestListener): Plugin {
  return {
    name: 'leadchat:demo-controls',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url?.startsWith('/demo/')) controls(request, response);
        else next();
      });
    },
  };
}
