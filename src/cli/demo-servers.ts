import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHostCheck } from '../protocol/host-check.ts';
import { type ProxyConfig, type ProxyServer, startProxyServer } from '../proxy/index.ts';
import { createSandbox } from '../sandbox/index.ts';
import { readPort } from './arguments.ts';
import { demoConfig, signDemoVisitor } from './demo-config.ts';
import { createDemoControls, type RunningServers } from './demo-controls.ts';
import { createDemoClock, playHistory } from './demo-history.ts';
import { emergencyJourney } from './demo-prices.ts';
import { demoScript } from './demo-script.ts';
import { stopAll } from './lifecycle.ts';
import { addressOf, loopback } from './local-address.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

/** The addresses in the demo's pages. They are correct when the default ports are free. */
export const defaultAddresses = {
  site: 'http://localhost:4000',
  proxy: 'http://localhost:4001',
  sandbox: 'http://localhost:4002',
} as const;

/** The demo's pages show the admin token here. */
const adminTokenPlaceholder = 'the-admin-token-of-this-run';

/** The demo's pages contain the signed visitor's token here. */
const userTokenPlaceholder = 'demo-user-token';

export type DemoPorts = { site: number; proxy: number; sandbox: number };

export type DemoSite = {
  port: number;
  host: string;
  /** Texts of the pages, and the addresses that replace them. */
  replace: Readonly<Record<string, string>>;
  /** The same for visitors on this machine: the token of the dashboard. They win over `replace`. */
  replaceLocally: Readonly<Record<string, string>>;
  /** Handles requests below /demo. */
  controls: RequestListener;
};

export type StartDemoServersOptions = {
  ports: DemoPorts;
  /** Address that the servers listen on. @default "127.0.0.1" */
  host?: string;
  adminToken: string;
  /** Fills the store with the visitors of the last days. @default empty */
  history?: { seed: number };
  /** Starts the server of the demo's pages. */
  startSite: (site: DemoSite) => Promise<{ url: string; stop(): Promise<void> }>;
};

export type DemoServers = {
  addresses: { site: string; proxy: string; sandbox: string };
  /** A page that lists the webhooks that the proxy posted. */
  webhooks: string;
  /** Who was here, if there is a history. */
  history?: string;
  /** In start order. */
  stops: (() => Promise<void>)[];
};

/** `--port` sets the site's port. With 0, all servers use any free port. */
export function readDemoPorts(port: string | undefined): DemoPorts {
  const backendPort = port === '0' ? '0' : undefined;
  return {
    site: readPort(port, 'LEADCHAT_SITE_PORT', 4000),
    proxy: readPort(backendPort, 'LEADCHAT_PROXY_PORT', 4001),
    sandbox: readPort(backendPort, 'LEADCHAT_SANDBOX_PORT', 4002),
  };
}

/** Starts site, sandbox and proxy, or nothing if one of them cannot start. */
export async function startDemoServers(options: StartDemoServersOptions): Promise<DemoServers> {
  const { ports, host = loopback, adminToken, startSite, history } = options;
  const clock = createDemoClock();
  const stops: (() => Promise<void>)[] = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-demo-'));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    const replace: Record<string, string> = { [adminTokenPlaceholder]: 'see the terminal of npm start' };
    const running: RunningServers = {};
    const site = await startSite({
      ...{ port: ports.site, host, replace, replaceLocally: { [adminTokenPlaceholder]: adminToken } },
      controls: createDemoControls({ adminToken, running }),
    });
    stops.push(() => site.stop());
    replace[defaultAddresses.site] = site.url;
    const sandbox = await createSandbox({
      ...{ port: ports.sandbox, host, siteUrl: site.url },
      script: demoScript(site.url),
      journeys: [emergencyJourney],
      // Whoever tries another frame on a page of the demo gets an answer, too.
      messageFrame: 'any',
      clock,
    });
    stops.push(() => sandbox.stop());
    running.sandbox = sandbox;
    replace[defaultAddresses.sandbox] = sandbox.url;
    replace[webSocketOf(defaultAddresses.sandbox)] = webSocketOf(sandbox.url);
    const identitySecret = randomBytes(32).toString('hex');
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const receiver = await startWebhookReceiver(secret);
    stops.push(() => receiver.stop());
    const config = demoConfig({
      sandbox,
      siteUrl: site.url,
      database: join(folder, 'leadchat.db'),
      adminToken,
      identitySecret,
      webhook: { url: receiver.url, secret },
      // The store is as short-lived.
      secretKey: randomBytes(32).toString('base64'),
    });
    const played = history && (await playHistory({ config, adminToken, clock, site: site.url, ...history }));
    const proxy = await startRestartableProxy(config, ports.proxy, host);
    stops.push(() => proxy.setRunning(false));
    running.proxy = proxy;
    replace[defaultAddresses.proxy] = proxy.url;
    // A new token for each page that is served.
    Object.defineProperty(replace, userTokenPlaceholder, {
      enumerable: true,
      get: () => signDemoVisitor(identitySecret),
    });
    return {
      addresses: { site: site.url, proxy: proxy.url, sandbox: sandbox.url },
      webhooks: receiver.url,
      ...(played !== undefined && { history: played }),
      stops,
    };
  } catch (error) {
    await stopAll(stops);
    throw error;
  }
}

function webSocketOf(address: string): string {
  return address.replace(/^http/, 'ws');
}

/** A proxy that a visitor of the demo can stop, and start again at the same address. */
async function startRestartableProxy(config: ProxyConfig, wantedPort: number, host: string) {
  const start = (port: number) => startProxyServer(config, { port, host, acceptsHost: createHostCheck(host) });
  let server: ProxyServer | undefined = await start(wantedPort);
  const { port } = server;
  let lastChange = Promise.resolve();
  return {
    url: addressOf(host, port),
    setRunning(isRunning: boolean): Promise<void> {
      lastChange = lastChange.then(async () => {
        if (!isRunning) {
          await server?.stop();
          server = undefined;
        } else {
          server ??= await start(port);
        }
      });
      return lastChange;
    },
  };
}
