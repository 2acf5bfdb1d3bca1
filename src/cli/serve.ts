import {
  createPinoLog,
  describeMisspelt,
  describeStore,
  hasOperators,
  type Log,
  type ProxyConfig,
  startProxyServer,
} from '../proxy/index.ts';
import { readOptions, readPort } from './arguments.ts';
import { readConfigFor, usableConfig } from './command-config.ts';
import { announce, collectHangUps, stopOnSignal } from './lifecycle.ts';
import { readVersion } from './package-root.ts';

const help = `Usage: leadchat serve [options]

Starts the proxy, which holds the API key, takes leads and delivers them.

  --port N       port (default 4001, or LEADCHAT_PROXY_PORT; 0: any free one)
  --host HOST    address to listen on (default: all addresses; behind a reverse proxy use 127.0.0.1)
  --config FILE  configuration (default: leadchat.config.ts, .js or .json here, and the environment)
  --adopt-store  take over a store that belongs to another service; its open leads are then delivered to this one
  --hold-pending once after a restore: leads that were pending in the backup may have been delivered since, so they become
                 unknown and wait for your decision
  --dev          accept requests from every page, whatever the origins are; never in production
  --json         print the address as one JSON line

SIGHUP reads the configuration file again. Widget options, forms, names, origins, calls, the hosted chat and operators apply at
once; the log names what needs a restart. An unusable file is refused, and the earlier one stays.`;

export async function runServe(args: string[]): Promise<void> {
  const options = readOptions(args, {
    port: { type: 'string' },
    host: { type: 'string' },
    config: { type: 'string' },
    'adopt-store': { type: 'boolean' },
    'hold-pending': { type: 'boolean' },
    dev: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (options.help === true) {
    console.log(help);
    return;
  }
  // Before the configuration is read: what changes afterwards is read again.
  const hangUps = collectHangUps();
  const port = readPort(options.port, 'LEADCHAT_PROXY_PORT', 4001);
  const { config: written, file } = await usableConfig(options);
  const config = options.dev === true ? withEveryOrigin(written) : written;
  const log = createPinoLog(config.logLevel);
  logWarnings(log);
  if (options.dev === true) {
    log.warn('every-origin-allowed', {
      reason: '--dev: every page may call this proxy. Do not use --dev in production.',
    });
  }
  const host = options.host === undefined ? {} : { host: options.host };
  const proxy = await startProxyServer(config, {
    ...{ port, ...host, deps: { log } },
    adoptStore: options['adopt-store'] === true,
    holdPending: options['hold-pending'] === true,
  });
  stopOnSignal([() => proxy.stop()]);
  hangUps.follow(async () => {
    const read = await readConfigFor(options, { isAgain: true });
    if (!read.ok) {
      log.warn('configuration-refused', { problems: read.issues.join(' '), effect: 'the earlier one stays' });
      return;
    }
    const { applied, needRestart } = proxy.reload(options.dev === true ? withEveryOrigin(read.config) : read.config);
    log.info('configuration-read', {
      applied: applied.length === 0 ? 'nothing' : applied.join(),
      ...(needRestart.length > 0 && { needRestart: needRestart.join() }),
      ...(applied.length + needRestart.length === 0 && { hint: asBefore }),
    });
  });
  log.info('started', {
    version: readVersion(),
    node: process.version,
    configuration: file ?? 'environment',
    store: describeStore(config.store),
    url: proxy.url,
  });
  for (const hint of describeMisspelt(process.env)) log.warn('variable-ignored', { hint });
  if (!hasOperators(config)) {
    log.warn('no-dashboard', {
      hint: 'without adminToken (LEADCHAT_ADMIN_TOKEN) nobody sees the leads that need a person',
    });
  }
  announce({ proxy: proxy.url }, options.json === true);
}

/** Warnings of Node and of libraries, such as deprecations, are lines of the log instead of plain text. */
function logWarnings(log: Log): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn('node-warning', { name, message }));
}

const asBefore =
  'the file says what it said before. If it is mounted alone into a container and an editor has replaced it, the container still has the old one: mount its folder.';

function withEveryOrigin(config: ProxyConfig): ProxyConfig {
  return { ...config, origins: ['*', ...config.origins] };
}
