import { ConfigError, parseConfig } from './config/parse-config.ts';
import type { ProxyConfig, ProxyConfigInput } from './config/schema.ts';
import type { ProxyDeps } from './deps.ts';
import { createLeadProxy, type LeadProxy } from './lead-proxy.ts';
import type { NodeDepsOptions } from './server/node-deps.ts';

export type ProxyOptions = Partial<ProxyDeps> & {
  /** Allows the origin `*`. @default false */
  dev?: boolean;
  /** Takes over a store that belongs to another service (`service.baseUrl`). @default false */
  adoptStore?: boolean;
  /** After a restore: leads that were pending in the backup become `unknown`, for the operator to decide. @default false */
  holdPending?: boolean;
};

/**
 * The proxy as a fetch handler, to mount in any server that runs on Node.
 *
 * @example
 * const proxy = createProxy(config);
 * app.mount('/chat', (request, env) => proxy.fetch(request, env));
 * @throws ConfigError
 */
export function createProxy(input: ProxyConfigInput, options: ProxyOptions = {}): LeadProxy {
  const { dev = false, adoptStore = false, holdPending = false, ...overrides } = options;
  const parsed = parseConfig(input, { dev });
  if (!parsed.ok) throw new ConfigError(parsed.issues);
  return createNodeProxy(parsed.config, overrides, { adoptStore, holdPending });
}

/** The same for a configuration that is parsed already. @throws Error on a Node that lacks the modules it needs */
export function createNodeProxy(
  config: ProxyConfig,
  overrides: Partial<ProxyDeps> = {},
  options: NodeDepsOptions = {},
): LeadProxy {
  requireNode(process.versions.node);
  return createLeadProxy(config, async () => {
    const { createNodeDeps } = await import('./server/node-deps.ts');
    return createNodeDeps(config, overrides, options);
  });
}

/** Without this check, an older Node fails at the first request with `No such built-in module: node:sqlite`. */
export function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  throw new Error(`[leadchat] leadchat/proxy needs Node 22.18 or newer, this is ${version}.`);
}
