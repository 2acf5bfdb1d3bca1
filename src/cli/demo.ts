import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseConfig, startProxyServer } from '../proxy/index.ts';
import { createSandbox } from '../sandbox/index.ts';
import { readOptions, readPort } from './arguments.ts';
import { announce, stopAll, stopOnSignal } from './lifecycle.ts';
import { startSite } from './site.ts';

const help = `Usage: leadchat demo [options]

Sandbox, proxy and a demo site together; nothing needs an account, and nothing is kept.

  --port N   port of the site (default 4000, or LEADCHAT_SITE_PORT; 0: any free one)
  --json     print the addresses as one JSON line

The proxy's and the sandbox's ports: LEADCHAT_PROXY_PORT (4001), LEADCHAT_SANDBOX_PORT (4002).`;

/** Stands in the demo's pages where the proxy's address belongs, as it is when the default ports are free. */
const writtenProxy = 'http://localhost:4001';
const writtenSandbox = 'http://localhost:4002';

export async function runDemo(args: string[]): Promise<void> {
  const options = readOptions(args, {
    port: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (options.help === true) {
    console.log(help);
    return;
  }
  const ports = {
    site: readPort(options.port, 'LEADCHAT_SITE_PORT', 4000),
    proxy: readPort(options.port === '0' ? '0' : undefined, 'LEADCHAT_PROXY_PORT', 4001),
    sandbox: readPort(options.port === '0' ? '0' : undefined, 'LEADCHAT_SANDBOX_PORT', 4002),
  };
  await buildWidget();
  const stops: (() => Promise<void>)[] = [];
  try {
    const adminToken = randomUUID();
    const addresses = await startAll(ports, adminToken, stops);
    stopOnSignal(stops);
    announce(addresses, options.json === true, [
      '',
      'Leave a lead on the site, then look at it in the sandbox.',
      `The operator's page: ${addresses.proxy}/admin, with the token ${adminToken}`,
      'Ctrl-C ends all.',
    ]);
  } catch (error) {
    await stopAll(stops);
    throw error;
  }
}

async function startAll(
  ports: { site: number; proxy: number; sandbox: number },
  adminToken: string,
  stops: (() => Promise<void>)[],
) {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-demo-'));
  stops.push(() => rm(folder, { recursive: true, force: true }));

  const sandbox = await createSandbox({ port: ports.sandbox });
  stops.push(() => sandbox.stop());

  const replace: Record<string, string> = { [writtenSandbox]: sandbox.url };
  const site = await startSite({ port: ports.site, root: fromRoot('public'), dist: fromRoot('dist'), replace });
  stops.push(() => site.stop());

  const config = parseConfig({
    service: {
      baseUrl: `${sandbox.url}/v1`,
      hooksUrl: sandbox.url,
      wssUrl: sandbox.url.replace(/^http/, 'ws'),
      apiKey: 'sandbox-key',
    },
    flowId: sandbox.ids.flow,
    origins: [site.url],
    store: `sqlite:${join(folder, 'leadchat.db')}`,
    forms: {
      default: {
        tags: ['website', 'first_visit'],
        journey: { id: sandbox.ids.journey, onExisting: 'update' },
        consent: { text: 'Tell me about offers, too.', version: '2026-11', required: false },
        defaultCountry: 'US',
      },
    },
    adminToken,
    // Whoever tries the demo comes from one address, with one number, and fast: programs too.
    limits: { leadsPerIp: false, leadsPerIpPerDay: false, leadsPerPhone: false },
    minFillMs: 0,
    widget: { title: 'Northlight Dental', greeting: 'Hi there. How can we help?' },
  });
  if (!config.ok) throw new Error(`the demo's own configuration: ${config.issues.join('; ')}`);
  const proxy = await startProxyServer(config.config, { port: ports.proxy });
  stops.push(() => proxy.stop());
  replace[writtenProxy] = proxy.url;

  return { site: site.url, proxy: proxy.url, sandbox: sandbox.url };
}

/** In a clone the widget is built first; the published package brings it along. */
async function buildWidget(): Promise<void> {
  const script = fromRoot('build/build.ts');
  if (!existsSync(script)) return;
  const builder = spawn(process.execPath, [script, '--widget'], { cwd: fromRoot('.'), stdio: ['ignore', 2, 2] });
  const code = await new Promise((done, fail) => {
    builder.once('error', fail);
    builder.once('exit', done);
  });
  if (code !== 0) throw new Error(`the widget could not be built (exit ${code}); see above.`);
}

/** Seen from the sources of a clone, and from the package's dist/server/cli. */
function fromRoot(path: string): string {
  const roots = ['../../', '../../../'].map((up) => fileURLToPath(new URL(up, import.meta.url)));
  return join(roots.find((root) => existsSync(join(root, 'package.json'))) ?? '.', path);
}
