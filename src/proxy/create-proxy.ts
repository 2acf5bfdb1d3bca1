import { ConfigError, parseConfig } from './config/parse-config.ts';
import type { ProxyConfig, ProxyConfigInput } from './config/schema.ts';
import type { ProxyDeps } from './deps.ts';
import { createLeadProxy, type LeadProxy } from './lead-proxy.ts';

export type ProxyOptions = Partial<ProxyDeps> & {
  /** Allows the origin `*`. @default false */
  dev?: boolean;
};

/**
 * The proxy as a fetch handler, to be mounted in any server. Dependencies that are not passed are Node's; for a runtime
 * without Node use `leadchat/proxy/edge`.
 *
 * @example
 * const proxy = createProxy(config);
 * app.mount('/chat', (request, env) => proxy.fetch(request, env));
 * @throws ConfigError
 */
export function createProxy(input: ProxyConfigInput, options: ProxyOptions = {}): LeadProxy {
  const { dev = false, ...overrides } = options;
  const parsed = parseConfig(input, { dev });
  if (!parsed.ok) throw new ConfigError(parsed.issues);
  return createNodeProxy(parsed.config, overrides);
}

/** The same for a configuration that is parsed already. */
export function createNodeProxy(config: ProxyConfig, overrides: Partial<ProxyDeps> = {}): LeadProxy {
  return createLeadProxy(config, async () => {
    const { createNodeDeps } = await import('./server/node-deps.ts');
    return createNodeDeps(config, overrides);
  });
}
