import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxConfig } from '../../src/cli/index.ts';
import { type ProxyServer, parseConfig, startProxyServer, type WidgetAssets } from '../../src/proxy/index.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import type { SandboxState } from './start-stack.ts';

export type HostSiteOptions = {
  /** Additional keys of the proxy's configuration. */
  config?: Record<string, unknown>;
  /** The assets that the proxy serves instead of dist. */
  assets?: WidgetAssets;
  /** The script of the agent. @default the sandbox's own script */
  script?: SandboxOptions['script'];
  /** IDs that the service knows besides the default ones. */
  ids?: Pick<SandboxOptions, 'journeys' | 'agents'>;
};

/** A customer's site with pages written by the test, with the sandbox and the proxy in this process. */
export type HostSite = {
  /** The site's address. */
  url: string;
  proxy: ProxyServer;
  sandboxUrl: string;
  flow: string;
  /** Adds a page or a file to the site, and returns its address. */
  put(path: string, content: string | Buffer, headers?: Record<string, string>): string;
  /** Handles requests for paths without a page. */
  fallback(handler: (path: string) => { content: string | Buffer; type: string } | undefined): void;
  /** The state of the sandbox. */
  state(): Promise<SandboxState>;
  /** The phones of the leads that have arrived at the service. */
  phones(): Promise<string[]>;
  stop(): Promise<void>;
};

export async function startHostSite({ config = {}, assets, script, ids }: HostSiteOptions = {}): Promise<HostSite> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-host-'));
  const files = new Map<string, { content: string | Buffer; headers: Record<string, string> }>();
  let handleOthers: Parameters<HostSite['fallback']>[0] = () => undefined;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const found = files.get(pathname);
    if (found !== undefined) return response.writeHead(200, found.headers).end(found.content);
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    const file = handleOthers(pathname);
    if (file === undefined) return response.writeHead(404).end('Not found\n');
    // Also for a page without an origin, such as a preview.
    const headers = { 'content-type': file.type, 'access-control-allow-origin': '*' };
    return response.writeHead(200, headers).end(file.content);
  });
  await new Promise<void>((done) => server.listen(0, done));
  const address = server.address();
  const url = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
  // A call takes a second instead of five.
  const sandbox = await createSandbox({ port: 0, callStepMs: 200, ...ids, ...(script !== undefined && { script }) });
  const result = parseConfig({
    ...sandboxConfig(sandbox),
    origins: [url],
    store: `sqlite:${join(folder, 'leadchat.db')}`,
    limits: { leadsPerIp: false, leadsPerIpPerDay: false, leadsPerPhone: false },
    minFillMs: 0,
    logLevel: 'error',
    widget: { title: 'Northlight Dental' },
    ...config,
  });
  if (!result.ok) throw new Error(result.issues.join('\n'));
  const proxy = await startProxyServer(result.config, { port: 0, deps: assets === undefined ? {} : { assets } });
  const state = async (): Promise<SandboxState> => (await fetch(`${sandbox.url}/sandbox/state`)).json();
  return {
    url,
    proxy,
    sandboxUrl: sandbox.url,
    flow: sandbox.ids.flow,
    put(path, content, headers = {}) {
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
      files.set(path, { content, headers: { 'content-type': type, ...headers } });
      return url + path;
    },
    fallback(handler) {
      handleOthers = handler;
    },
    state,
    phones: async () => (await state()).leads.map(({ phone }) => phone),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await proxy.stop();
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type HostPage = { head?: string; body?: string; htmlAttributes?: string };

/** The HTML of a customer's page. */
export function hostPage({
  head = '',
  body = '<h1>Northlight Dental</h1>',
  htmlAttributes = 'lang="en"',
}: HostPage): string {
  return `<!doctype html><html ${htmlAttributes}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Northlight Dental</title>${head}</head><body>${body}</body></html>`;
}

/** The script tag of the proxy, with options as data attributes. */
export function tagOf(site: HostSite, options: Readonly<Record<string, string>> = {}, source = site.proxy.url): string {
  const attributes = Object.entries(options).map(([name, value]) => {
    const text = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return ` data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${text}"`;
  });
  return `<script src="${source}/leadchat.js"${attributes.join('')} async></script>`;
}

/** Serves the built widget as a customer's static host under /widget/. */
export function serveWidget(path: string) {
  const file = path.startsWith('/widget/') ? `dist/${path.slice('/widget/'.length)}` : '';
  return existsSync(file) ? { content: readFileSync(file), type: 'text/javascript' } : undefined;
}
