import { type ProxyConfig, readConfig, startProxyServer } from '../proxy/index.ts';
import { readOptions, readPort, UsageError } from './arguments.ts';
import { announce, stopOnSignal } from './lifecycle.ts';

const help = `Usage: leadchat serve [options]

The proxy: holds the API key, takes leads and delivers them.

  --port N       port (default 4001, or LEADCHAT_PROXY_PORT; 0: any free one)
  --host HOST    address to listen at (default: all of this machine's; behind a reverse proxy 127.0.0.1)
  --config FILE  configuration (default: leadchat.config.ts, .js or .json here, and the environment)
  --dev          allow every origin; never in production
  --json         print the address as one JSON line`;

export async function runServe(args: string[]): Promise<void> {
  const options = readOptions(args, {
    port: { type: 'string' },
    host: { type: 'string' },
    config: { type: 'string' },
    dev: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (options.help === true) {
    console.log(help);
    return;
  }
  const port = readPort(options.port, 'LEADCHAT_PROXY_PORT', 4001);
  const config = await usableConfig(options.config, options.dev === true);
  const proxy = await startProxyServer(config, { port, ...(options.host !== undefined && { host: options.host }) });
  stopOnSignal([() => proxy.stop()]);
  announce({ proxy: proxy.url }, options.json === true);
}

/** @throws UsageError that lists every problem of the configuration. */
export async function usableConfig(file: string | undefined, dev: boolean): Promise<ProxyConfig> {
  const reading = await readConfig({ ...(file !== undefined && { file }), env: process.env, dev });
  if (reading.ok) return reading.config;
  throw new UsageError(
    `the configuration cannot be used:\n${reading.issues.map((issue) => `  - ${issue}`).join('\n')}`,
  );
}
