import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig, startProxyServer } from '../proxy/index.ts';
import { createSandbox, type Sandbox } from '../sandbox/index.ts';
import { readPort } from './arguments.ts';
import { stopAll } from './lifecycle.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

/** The addresses in the demo's pages. They are correct when the default ports are free. */
export const defaultAddresses = { proxy: 'http://localhost:4001', sandbox: 'http://localhost:4002' } as const;

/** The demo's pages show the admin token here. */
const adminTokenPlaceholder = 'the-admin-token-of-this-run';

/** The place of a signed visitor's token in the demo's pages. */
const userTokenPlaceholder = 'demo-user-token';

export type DemoPorts = { site: number; proxy: number; sandbox: number };

/** Starts the server of the demo's pages. `replace` maps texts of the pages to the addresses that replace them. */
export type StartDemoSite = (
  port: number,
  replace: Readonly<Record<string, string>>,
) => Promise<{ url: string; stop(): Promise<void> }>;

export type DemoServers = {
  addresses: { site: string; proxy: string; sandbox: string };
  /** A page that lists the webhooks that the proxy posted. */
  webhooks: string;
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

/** Starts sandbox, site and proxy, or nothing if one of them cannot start. */
export async function startDemoServers(
  ports: DemoPorts,
  adminToken: string,
  startSite: StartDemoSite,
): Promise<DemoServers> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-demo-'));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    const sandbox = await createSandbox({ port: ports.sandbox });
    stops.push(() => sandbox.stop());
    const replace: Record<string, string> = {
      [defaultAddresses.sandbox]: sandbox.url,
      [adminTokenPlaceholder]: adminToken,
    };
    const site = await startSite(ports.site, replace);
    stops.push(() => site.stop());
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
    });
    const proxy = await startProxyServer(config, { port: ports.proxy });
    stops.push(() => proxy.stop());
    replace[defaultAddresses.proxy] = proxy.url;
    // Signed anew for each page that is served.
    Object.defineProperty(replace, userTokenPlaceholder, {
      enumerable: true,
      get: () => signDemoVisitor(identitySecret),
    });
    return { addresses: { site: site.url, proxy: proxy.url, sandbox: sandbox.url }, webhooks: receiver.url, stops };
  } catch (error) {
    await stopAll(stops);
    throw error;
  }
}

/** The part of a proxy's configuration that names the service: here, the sandbox. */
export function sandboxConfig({ url, ids }: Pick<Sandbox, 'url' | 'ids'>) {
  return {
    service: { baseUrl: `${url}/v1`, hooksUrl: url, wssUrl: url.replace(/^http/, 'ws'), apiKey: 'sandbox-key' },
    flowId: ids.flow,
  };
}

/** What a site's server does for a visitor who is signed in; see docs/signed-visitors.md. */
function signDemoVisitor(secret: string): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const visitor = { phone: '+14155552671', first_name: 'Ada', attributes: { patient_since: 2019 } };
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...visitor, exp })}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

type DemoConfigOptions = {
  sandbox: Sandbox;
  siteUrl: string;
  database: string;
  adminToken: string;
  identitySecret: string;
  webhook: { url: string; secret: string };
};

function demoConfig({ sandbox, siteUrl, database, adminToken, identitySecret, webhook }: DemoConfigOptions) {
  const result = parseConfig({
    ...sandboxConfig(sandbox),
    origins: [siteUrl],
    store: `sqlite:${database}`,
    forms: {
      default: {
        tags: ['website', 'first_visit'],
        journey: { id: sandbox.ids.journey, onExisting: 'update' },
        consent: {
          text: { en: 'Tell me about offers, too.', de: 'Informieren Sie mich auch über Angebote.' },
          version: '2026-11',
          required: false,
        },
        attributes: ['patient_since'],
        defaultCountry: 'US',
      },
    },
    webhooks: [webhook],
    adminToken,
    identity: { secret: identitySecret },
    // Demo users share one IP address and often one phone number, and scripts fill in the form quickly.
    limits: { leadsPerIp: false, leadsPerIpPerDay: false, leadsPerPhone: false },
    minFillMs: 0,
    widget: {
      title: 'Northlight Dental',
      greeting: 'Hi there. How can we help?',
      starters: {
        en: ['What does a first appointment cost?', 'When are you open?', 'Where can I park?'],
        de: ['Was kostet ein erster Termin?', 'Wann haben Sie geöffnet?', 'Wo kann ich parken?'],
      },
    },
  });
  if (!result.ok) throw new Error(`the demo's own configuration cannot be used: ${result.issues.join('; ')}`);
  return result.config;
}
