import { ConfigError } from './config/config-error.ts';
import { parseConfig } from './config/parse-config.ts';
import type { ProxyConfig, ProxyConfigInput } from './config/schema.ts';
import type { ProxyDeps } from './parts.ts';
import { type LeadProxy, runProxy } from './run-proxy.ts';

export type ProxyOptions = Partial<ProxyDeps> & {
  /** Allows the origin `*`. @default false */
  dev?: boolean;
};

/**
 * The proxy as a fetch handler, to be mounted in any server. What is not handed in, the store first, is taken from
 * Node; for a runtime without Node there is `leadchat/proxy/edge`.
 *
 * @example
 * const proxy = createProxy(config);
 * app.mount('/chat', (request, env) => proxy.fetch(request, env));
 * @throws ConfigError
 */
export function createProxy(input: ProxyConfigInput, options: ProxyOptions = {}): LeadProxy {
  const { dev = false, ...given } = options;
  const reading = parseConfig(input, { dev });
  if (!reading.ok) throw new ConfigError(reading.faults);
  return proxyOf(reading.config, given);
}

/** The same for a configuration that was checked already. */
export function proxyOf(config: ProxyConfig, given: Partial<ProxyDeps>): LeadProxy {
  return runProxy(config, async () => {
    const { nodeParts } = await import('./server/node-parts.ts');
    return nodeParts(config, given);
  });
}
