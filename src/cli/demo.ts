import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readOptions, readWholeNumber } from './arguments.ts';
import { readDemoPorts, startDemoServers } from './demo-servers.ts';
import { announce, stopOnSignal } from './lifecycle.ts';
import { fromRoot } from './package-root.ts';
import { startSite } from './site.ts';
import { defaultSeed } from './visitors.ts';

const help = `Usage: leadchat demo [options]

Starts the sandbox, the proxy and a demo site. You need no account, and nothing is stored permanently.

  --port N   port of the site (default 4000, or LEADCHAT_SITE_PORT; 0: any free port for each of the three)
  --host HOST  address to listen on (default 127.0.0.1: this machine only). 0.0.0.0 in a container; the machine's own
             address to try the demo on a phone
  --visitors  begin with a week of visitors, so that the dashboard has something to show; --seed N plays other ones
  --json     print the addresses as one JSON line

Ports of the proxy and the sandbox: LEADCHAT_PROXY_PORT (4001), LEADCHAT_SANDBOX_PORT (4002).`;

export async function runDemo(args: string[]): Promise<void> {
  const options = readOptions(args, {
    port: { type: 'string' },
    host: { type: 'string' },
    json: { type: 'boolean' },
    visitors: { type: 'boolean' },
    seed: { type: 'string' },
    help: { type: 'boolean' },
  });
  if (options.help === true) {
    console.log(help);
    return;
  }
  const ports = readDemoPorts(options.port);
  const seed = options.seed === undefined ? defaultSeed : readWholeNumber('seed', options.seed);
  await buildInClone();
  const adminToken = randomUUID();
  if (options.visitors === true) console.error('Playing a week of visitors, which takes some seconds …');
  const { addresses, webhooks, history, stops } = await startDemoServers({
    ports,
    ...(options.host !== undefined && { host: options.host }),
    ...(options.visitors === true && { history: { seed } }),
    adminToken,
    startSite: (site) => startSite({ ...site, root: fromRoot('dist/site'), dist: fromRoot('dist') }),
  });
  stopOnSignal(stops);
  announce(addresses, options.json === true, [
    '',
    'Leave a lead on the site, then look at it in the sandbox.',
    `Admin dashboard: ${addresses.proxy}/admin, with the token ${adminToken}`,
    `Webhooks that the proxy posts: ${webhooks}`,
    ...(history === undefined ? [] : [history]),
    'Press Ctrl-C to stop.',
  ]);
}

/** Builds the widget in a clone. The published package contains the build, but not the build script. */
async function buildInClone(): Promise<void> {
  const script = fromRoot('build/build.ts');
  if (!existsSync(script)) return;
  const build = spawn(process.execPath, [script, '--browser'], { cwd: fromRoot('.'), stdio: ['ignore', 2, 2] });
  const code = await new Promise((resolve, reject) => {
    build.once('error', reject);
    build.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`the build failed with exit code ${code}; see above.`);
}
